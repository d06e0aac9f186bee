# One image for the API, the indexer and the admin commands; which one runs is the command.
# The build needs the development dependencies, the image carries the production ones alone.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# The compiler's own program is an optional dependency of it, one for each platform.
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY src src
COPY indexer indexer
COPY dev dev
COPY bench bench
RUN npm run build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY package.json ./
COPY --from=dependencies /build/node_modules node_modules
COPY --from=build /build/dist/src dist/src
COPY --from=build /build/dist/indexer dist/indexer
# Nobody in particular: nothing in the image is written at run time.
USER 10001:10001
EXPOSE 3000 3001
CMD ["node", "dist/src/main.js"]
