"""The full-screen view: what `play`, `watch` and `replay --step` show to a person at a terminal."""
