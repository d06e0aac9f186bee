# One image for the API, the indexer and the admin commands; which one runs is the command.
# It is built with the development dependencies and carries the production ones alone.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
# .dockerignore lets in the sources and nothing else: not the client, which is a package of its own.
COPY . .
RUN npx tsc -p tsconfig.build.json && npm prune --omit=dev --omit=optional --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist/src dist/src
COPY --from=build /build/dist/indexer dist/indexer
# Nobody in particular: nothing in the image is written at run time.
USER 10001:10001
EXPOSE 3000 3001
# Pages are read into many short-lived objects: a larger young generation saves the API a good part of its collecting.
CMD ["node", "--max-semi-space-size=64", "dist/src/main.js"]
