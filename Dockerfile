# One image for the API, the indexer and the `catalogue` commands. The command selects what runs.
# The development dependencies are only in the build stage.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
# .dockerignore admits only the sources. The client is a separate package.
COPY . .
RUN npx tsc -p tsconfig.build.json && npm prune --omit=dev --omit=optional --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist/src dist/src
COPY --from=build /build/dist/indexer dist/indexer
# Any user will do, because nothing in the image is written at run time.
USER 10001:10001
EXPOSE 3000 3001
# Pages are read into many short-lived objects. A larger young generation means fewer garbage collections.
CMD ["node", "--max-semi-space-size=64", "dist/src/main.js"]
