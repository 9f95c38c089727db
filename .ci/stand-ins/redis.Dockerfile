# Stands in for the official Redis image where no registry can be reached.
ARG BASE
FROM ${BASE}
RUN apt-get update \
    && apt-get install -y --no-install-recommends redis-server \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o redis -g redis /data
WORKDIR /data
VOLUME /data
USER redis
CMD ["redis-server", "--protected-mode", "no"]
