# The program without what builds it. Started by docker-compose.yml.

FROM python:3.12-slim AS build
WORKDIR /build
COPY pyproject.toml constraints.txt LICENSE README.md ./
COPY src ./src
COPY core ./core
COPY events ./events
COPY workers ./workers
COPY cli ./cli
# pip before 25.3 reads the first name for its build environment too, later ones the second.
ENV PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt
RUN python -m venv /opt/mensch && /opt/mensch/bin/pip install --no-cache-dir .

FROM python:3.12-slim
# Named volumes are mounted on these two folders and get their owner from them.
RUN useradd --create-home mensch && install -d -o mensch -g mensch -m 700 /var/lib/mensch /run/mensch
COPY --from=build /opt/mensch /opt/mensch
ENV PATH="/opt/mensch/bin:$PATH" PYTHONUNBUFFERED=1
USER mensch
WORKDIR /home/mensch
ENTRYPOINT ["mensch"]
CMD ["--help"]
