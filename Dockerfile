# The pages are built with the development packages, which do not go into the image.
FROM node:24.21.0-bookworm-slim AS web
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY web ./web
COPY docs ./docs
COPY sdk ./sdk
COPY CHANGELOG.md CONTRIBUTING.md ./
RUN npx vite build web && ASTRO_TELEMETRY_DISABLED=1 npx astro build --root web/docs

# The speech models that go into the image: names of the catalogue, "default" for the default set, "none" for none.
FROM node:24.21.0-bookworm-slim AS models
ARG SPEECH_MODELS=default
RUN if [ "$SPEECH_MODELS" != none ]; then \
      apt-get update && apt-get install --yes --no-install-recommends python3-pip python3-venv bzip2 && rm -rf /var/lib/apt/lists/*; \
    fi
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY src ./src
COPY models ./models
COPY tools ./tools
ENV MODELS_DIR=/models
RUN mkdir /models && node src/models.ts pull --configured

# One image for every process; what runs in it is the command (see Procfile).
FROM node:24.21.0-bookworm-slim

RUN apt-get update \
 && apt-get install --yes --no-install-recommends espeak-ng flite pocketsphinx pocketsphinx-en-us ffmpeg \
 && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY package.json package-lock.json ./
# onnxruntime-node brings 200 MB for other systems.
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force \
 && rm -rf node_modules/onnxruntime-node/bin/napi-*/darwin node_modules/onnxruntime-node/bin/napi-*/win32
COPY db ./db
COPY src ./src
COPY workers ./workers
COPY models ./models
COPY tools ./tools
COPY sdk/typescript/src ./sdk/typescript/src
COPY --from=web /app/web/dist ./web/dist
COPY --from=web /app/web/docs/dist ./web/docs/dist
COPY --from=models /models /usr/local/share/speech-service/models
# Models that a Python program runs need the Python that it was installed with.
RUN if ls /usr/local/share/speech-service/models/.programs/*/bin/python > /dev/null 2>&1; then \
      apt-get update && apt-get install --yes --no-install-recommends python3 && rm -rf /var/lib/apt/lists/*; \
    fi

ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/speech-service
ENV MODELS_DIR=/usr/local/share/speech-service/models
RUN install --directory --owner=node --group=node /var/lib/speech-service
USER node
EXPOSE 8080
CMD ["node", "--max-semi-space-size=8", "src/api/main.ts"]
