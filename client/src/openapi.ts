/**
 * The operations of the API with the types of their requests and responses.
 * Generated from the OpenAPI document by `npm run client:types`; don't edit.
 */
export interface paths {
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page of products
         * @description The products of the token’s merchant, page by page. HEAD gets the same headers without the body.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One product
         * @description The product with this id, in the same form as in a page of products. A product that does not exist, belongs to another merchant, or is hidden from the token is a 404. HEAD gets the same headers without the body.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Products that match a text
         * @description The products of the token’s merchant that match a text, best first. There are no pages.
         */
        post: operations["searchProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A page of search results
         * @description A page of the products that have all words of a query, with their total, facets, and the order that the page asks for. Without a query: all products, newest first.
         */
        post: operations["search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a search box suggests
         * @description Completions of a text: frequent queries of the merchant’s shoppers that found products, and products and collections. A query is suggested only if one published product has all its words, so that no suggestion reveals what people typed about themselves. HEAD gets the same headers without the body.
         */
        get: operations["suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page of collections
         * @description The collections of the token’s merchant, newest first, each with its first 250 products. HEAD gets the same headers without the body.
         */
        get: operations["listCollections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A `published` token sees only what is `published`.
         * @example published
         * @enum {string}
         */
        Status: "draft" | "published" | "archived";
        /** @description An error response (RFC 9457). */
        Problem: {
            /**
             * @description The address of a page that explains the code.
             * @example /docs/problems/not_found
             */
            type: string;
            /**
             * @description What the code means, in words.
             * @example There is nothing at this path
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 404
             */
            status: number;
            /**
             * @description What is wrong this time.
             * @example There is nothing at this path.
             */
            detail: string;
            /**
             * @description Stable, for programs. The list of values is closed.
             * @example not_found
             * @enum {string}
             */
            code: "invalid_request" | "unauthorized" | "merchant_disabled" | "not_found" | "product_not_found" | "method_not_allowed" | "request_timeout" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "internal" | "database_unavailable" | "search_unavailable" | "overloaded";
            /**
             * @description The `X-Request-Id` of the response.
             * @example storefront-42
             */
            requestId: string;
            /** @description With status 400: all errors of the request. */
            errors?: {
                /**
                 * @description The parameter, or the path into the body.
                 * @example perPage
                 */
                path: string;
                /**
                 * @description What is allowed there.
                 * @example must be given once
                 */
                message: string;
            }[];
        };
        /** @description The position of a page. Its URLs drop the other parameters; those in the `Link` header keep them. */
        PageMeta: {
            /**
             * @description How many items there are.
             * @example 1
             */
            total: number;
            /**
             * @description The size of a page.
             * @example 100
             */
            perPage: number;
            /**
             * @description The number of this page.
             * @example 1
             */
            currentPage: number;
            /**
             * @description The number of the last page.
             * @example 1
             */
            lastPage: number;
            /**
             * @description The number of the first page.
             * @example 1
             */
            firstPage: number;
            /**
             * @description The first page.
             * @example /v1/products?page=1
             */
            firstPageUrl: string;
            /**
             * @description The last page.
             * @example /v1/products?page=1
             */
            lastPageUrl: string;
            /**
             * @description The next page; null on the last.
             * @example null
             */
            nextPageUrl: string | null;
            /**
             * @description The previous page; null on the first.
             * @example null
             */
            previousPageUrl: string | null;
        };
        /** @description A product with all its fields. */
        Product: {
            /**
             * @description Identifier of the product.
             * @example tent-2
             */
            id: string;
            /**
             * @description URL-style slug.
             * @example dome-tent
             */
            handle: string;
            /**
             * @description How many are in stock.
             * @example 7
             */
            quantity: number;
            /**
             * @description Decimal amount in `currency`.
             * @example 199.95
             */
            price: number;
            /**
             * @description Currency code.
             * @example EUR
             */
            currency: string;
            status: components["schemas"]["Status"];
            /**
             * @description Whether the merchant features the product.
             * @example false
             */
            featured: boolean;
            /**
             * @description The title.
             * @example Dome tent
             */
            title: string;
            /**
             * @description Product copy.
             * @example For two
             */
            subtitle: string;
            /**
             * @description Product copy.
             * @example Stands in three minutes.
             */
            description: string;
            /**
             * @description Barcode.
             * @example 4006381333931
             */
            barcode: string;
            /** @description What distinguishes this product from similar ones; may be empty. */
            variants: {
                /**
                 * @description What varies.
                 * @example Colour
                 */
                key: string;
                /**
                 * @description The value of this product.
                 * @example red
                 */
                value: string;
            }[];
            /**
             * @description Free-form properties.
             * @example {
             *       "material": "polyester"
             *     }
             */
            specifications: {
                [key: string]: string;
            };
            /** @description Its images; may be empty. */
            images: components["schemas"]["Image"][];
            /** @description The collections it belongs to; may be empty. */
            collections: components["schemas"]["CollectionSummary"][];
            inventory: components["schemas"]["Inventory"];
            merchant: components["schemas"]["Merchant"];
            location: components["schemas"]["Location"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description An image of a product or a collection. */
        Image: {
            /**
             * @description Where the file is in the storage.
             * @example img/tent.jpg
             */
            path: string;
            /**
             * @description The media type; empty if unknown.
             * @example image/jpeg
             */
            mimeType: string;
            /**
             * @description What the image is for.
             * @example image
             */
            role: string;
            /** @description The path joined with the base addresses of the storage. */
            url: {
                /**
                 * @description Where the file is written.
                 * @example https://uploads.example.com/img/tent.jpg
                 */
                upload: string;
                /**
                 * @description Where the file is read.
                 * @example https://images.example.com/img/tent.jpg
                 */
                download: string;
            };
        };
        /** @description A collection, as part of a product. */
        CollectionSummary: {
            /**
             * @description Identifier of the collection.
             * @example camping
             */
            id: string;
            /**
             * @description Its name.
             * @example Camping
             */
            name: string;
            /**
             * @description URL-style slug.
             * @example camping
             */
            handle: string;
            /**
             * @description What it is about.
             * @example Nights outside
             */
            description: string;
            status: components["schemas"]["Status"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description ISO 8601 with milliseconds and a numeric offset. A year beyond 9999 has a sign and six digits.
         * @example 2026-01-31T09:30:00.123+00:00
         */
        Timestamp: string;
        /** @description The stock of a product. */
        Inventory: {
            /**
             * @description Stock keeping unit.
             * @example FJ-1042
             */
            sku: string;
            /**
             * @description Whether the stock is counted.
             * @example true
             */
            tracked: boolean;
            /**
             * @description How many of `quantity` are promised already.
             * @example 1
             */
            reserved: number;
            /**
             * @description Whether it may be sold beyond the stock.
             * @example false
             */
            allowBackorder: boolean;
        };
        /** @description The merchant that the token belongs to. */
        Merchant: {
            /**
             * @description Identifier of the merchant.
             * @example fjell
             */
            id: string;
            /**
             * @description Its name.
             * @example Fjell
             */
            name: string;
            /**
             * @description URL-style slug.
             * @example fjell
             */
            handle: string;
        };
        /** @description Where the product is sold. */
        Location: {
            /**
             * @description Identifier of the location.
             * @example porto
             */
            id: string;
            /**
             * @description Its name.
             * @example Porto
             */
            name: string;
            /**
             * @description URL-style slug.
             * @example porto
             */
            handle: string;
            /** @description The address; unknown parts are empty. */
            address: {
                /**
                 * @description Street and number.
                 * @example 1 Quay Street
                 */
                line1: string;
                /**
                 * @description City.
                 * @example Porto
                 */
                city: string;
                /**
                 * @description Region.
                 * @example Norte
                 */
                region: string;
                /**
                 * @description Postal code.
                 * @example 4000-001
                 */
                postalCode: string;
                /**
                 * @description Two letters of ISO 3166.
                 * @example PT
                 */
                countryCode: string;
            };
            /**
             * @description Name in the time zone database.
             * @example Europe/Lisbon
             */
            timezone: string;
        };
        /** @description A product that was found, and the texts that matched. */
        FoundProduct: {
            product: components["schemas"]["ReducedProduct"];
            /** @description Why it was found. */
            search: {
                /**
                 * @description The 0-based position of the product among the hits.
                 * @example 0
                 */
                index: number;
                /** @description Every text that matched, best first. */
                results: components["schemas"]["SearchMatch"][];
            };
        };
        /** @description The nine fields that a product has in search results. */
        ReducedProduct: {
            /**
             * @description Identifier of the product.
             * @example tent-2
             */
            id: string;
            /**
             * @description URL-style slug.
             * @example dome-tent
             */
            handle: string;
            /**
             * @description How many are in stock.
             * @example 7
             */
            quantity: number;
            /**
             * @description Decimal amount in `currency`.
             * @example 199.95
             */
            price: number;
            /**
             * @description Currency code.
             * @example EUR
             */
            currency: string;
            status: components["schemas"]["Status"];
            /**
             * @description Whether the merchant features the product.
             * @example false
             */
            featured: boolean;
            /**
             * @description The title.
             * @example Dome tent
             */
            title: string;
            /** @description Its images; may be empty. */
            images: components["schemas"]["Image"][];
        };
        /** @description One text of a product that matched. */
        SearchMatch: {
            /**
             * @description The product that matched.
             * @example tent-2
             */
            product_id: string;
            /**
             * @description Where it is sold.
             * @example porto
             */
            location_id: string;
            /**
             * @description The kind of text that matched.
             * @example title
             * @enum {string}
             */
            type: "title" | "sku" | "barcode" | "subtitle" | "variant" | "collection" | "specification" | "description";
            /**
             * @description The text that matched; a long one is cut to a passage around the match.
             * @example Dome tent
             */
            text: string;
            /** @description Where in `text` the words of the query are. Present if the request has `highlight: true`. */
            highlights?: {
                /**
                 * @description Where the match begins, in UTF-16 units of `text`.
                 * @example 5
                 */
                start: number;
                /**
                 * @description How many units it has.
                 * @example 4
                 */
                length: number;
            }[];
        };
        /** @description A page of search results. */
        SearchResults: {
            meta: components["schemas"]["ResultsMeta"];
            /** @description The results of the page, full products with `products: full`. */
            data: components["schemas"]["FoundProduct"][] | components["schemas"]["FoundFullProduct"][];
            /** @description For each requested facet, by its name. */
            facets: {
                [key: string]: components["schemas"]["Facet"];
            };
        };
        /** @description What was found, and the position of the page. */
        ResultsMeta: {
            /**
             * @description How many products are found. Exact at the moment of the search.
             * @example 1
             */
            total: number;
            /**
             * @description The size of a page.
             * @example 20
             */
            perPage: number;
            /**
             * @description The number of this page.
             * @example 1
             */
            currentPage: number;
            /**
             * @description The number of the last page that can be requested.
             * @example 1
             */
            lastPage: number;
            /**
             * @description The number of the first page.
             * @example 1
             */
            firstPage: number;
            /**
             * @description The query of the request; empty if there is none.
             * @example red tentt
             */
            query: string;
            /**
             * @description The query without its typing errors, if the products are those of that one.
             * @example red tent
             */
            correctedQuery: string | null;
            /**
             * @description Whether no product has all words and phrases of the query, so that the products have only some of the words, or the words of a phrase apart.
             * @example false
             */
            isRelaxed: boolean;
            /**
             * @description How long the search took, in milliseconds.
             * @example 8.4
             */
            tookMs: number;
            /**
             * @description Identifies this search; also in `Catalogue-Search-Id`.
             * @example 6f1c8e1e-2f55-4c0e-9a53-0c8b6e4c1b7a
             */
            searchId: string;
        };
        /** @description A full product that was found, and the texts that matched. */
        FoundFullProduct: {
            product: components["schemas"]["Product"];
            /** @description Why it was found. */
            search: {
                /**
                 * @description The 0-based position of the product among the hits.
                 * @example 0
                 */
                index: number;
                /** @description Every text that matched, best first. */
                results: components["schemas"]["SearchMatch"][];
            };
        };
        /** @description The values of a facet with their numbers of products; of `price`, the range. */
        Facet: {
            /** @description Most frequent first. Those of `collection` and `location` in the filter are among them even if no product of the set has them: then their count is 0. */
            values: components["schemas"]["FacetValue"][];
            /**
             * @description Whether these are all values.
             * @example true
             */
            isComplete: boolean;
        } | {
            /**
             * @description The lowest price; null without a price.
             * @example 19.95
             */
            min: number | null;
            /**
             * @description The highest price; null without a price.
             * @example 199.95
             */
            max: number | null;
        };
        /** @description A value of a facet, and how many products have it. */
        FacetValue: {
            /**
             * @description The value to send in `filter`.
             * @example red
             */
            value: string;
            /**
             * @description The text to show: the name of a collection or location, otherwise one spelling of the value.
             * @example Red
             */
            label: string;
            /**
             * @description How many products have it.
             * @example 1
             */
            count: number;
        };
        /** @description What a search box shows while a shopper types. */
        Suggestions: {
            data: {
                /** @description Queries of shoppers that begin with the text: those that were searched often and lately first. */
                queries: {
                    /**
                     * @description The whole query.
                     * @example red tent
                     */
                    text: string;
                }[];
                /** @description The best products for the text, whose last word may be unfinished. */
                products: components["schemas"]["ReducedProduct"][];
                /** @description Collections with products whose name has a word that begins with the text: those with most products first. */
                collections: {
                    /**
                     * @description Identifier of the collection.
                     * @example camping
                     */
                    id: string;
                    /**
                     * @description Its name.
                     * @example Camping
                     */
                    name: string;
                    /**
                     * @description URL-style slug.
                     * @example camping
                     */
                    handle: string;
                }[];
            };
        };
        /** @description A collection with its first products. */
        Collection: {
            /**
             * @description Identifier of the collection.
             * @example camping
             */
            id: string;
            /**
             * @description Its name.
             * @example Camping
             */
            name: string;
            /**
             * @description URL-style slug.
             * @example camping
             */
            handle: string;
            /**
             * @description What it is about.
             * @example Nights outside
             */
            description: string;
            status: components["schemas"]["Status"];
            /** @description Its images; may be empty. */
            images: components["schemas"]["Image"][];
            /** @description Its first products, in its own order. */
            products: components["schemas"]["CollectionProduct"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A product, as part of a collection. */
        CollectionProduct: {
            /**
             * @description Identifier of the product.
             * @example tent-2
             */
            id: string;
            /**
             * @description URL-style slug.
             * @example dome-tent
             */
            handle: string;
            /**
             * @description How many are in stock.
             * @example 7
             */
            quantity: number;
            /**
             * @description Decimal amount in `currency`.
             * @example 199.95
             */
            price: number;
            /**
             * @description Currency code.
             * @example EUR
             */
            currency: string;
            status: components["schemas"]["Status"];
            /**
             * @description Whether the merchant features the product.
             * @example false
             */
            featured: boolean;
            /**
             * @description The title.
             * @example Dome tent
             */
            title: string;
            /** @description Its images; may be empty. */
            images: components["schemas"]["Image"][];
            /**
             * @description Whether its price must not be shown here.
             * @example false
             */
            hidePrice: boolean;
        };
        /** @description This process responds. */
        Liveness: {
            /**
             * @description Always `ok`.
             * @constant
             */
            status: "ok";
        };
        /** @description Whether requests should be sent to this process. */
        Readiness: {
            /**
             * @description `degraded`: only search is unavailable.
             * @example ok
             * @enum {string}
             */
            status: "ok" | "degraded" | "not ready" | "stopping";
            /** @description The engines, by name. */
            checks: {
                /**
                 * @description `ok`, or what is wrong.
                 * @example ok
                 */
                mongodb: string;
                /**
                 * @description `ok`, or what is wrong.
                 * @example ok
                 */
                meilisearch: string;
            };
        };
    };
    responses: {
        /** @description `invalid_request`: The request is not valid. */
        Problem400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unauthorized`: A valid access token is required. */
        Problem401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `merchant_disabled`: The merchant is disabled. */
        Problem403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not_found`: There is nothing at this path. `product_not_found`: There is no such product. */
        Problem404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `method_not_allowed`: The method is not allowed at this path. */
        Problem405: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `request_timeout`: The request took too long to arrive. */
        Problem408: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `payload_too_large`: The request body is too large. */
        Problem413: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `uri_too_long`: The URL is too long. */
        Problem414: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unsupported_media_type`: The request body must be JSON. */
        Problem415: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate_limited`: Too many requests. */
        Problem429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `headers_too_large`: The headers of the request are too large. */
        Problem431: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `internal`: Something went wrong. */
        Problem500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `database_unavailable`: The catalogue is not available at the moment. `search_unavailable`: Search is not available at the moment. `overloaded`: The service is busy at the moment. */
        Problem503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The client’s own if it has 1 to 128 of `A-Z a-z 0-9 . _ -`, else a new one. Also in logs and problems.
         * @example storefront-42
         */
        "X-Request-Id": string;
        /**
         * @description Shared caches never store responses about a merchant.
         * @example private, no-cache
         */
        "Cache-Control": string;
        /**
         * @description The request headers that the response depends on.
         * @example Authorization, Accept-Encoding
         */
        Vary: string;
        /**
         * @description Identifies this response. `If-None-Match` with it gets a 304 until something changes.
         * @example W/"k3jQ"
         */
        ETag: string;
        /**
         * @description The pages `next`, `prev`, `first` and `last`, with all parameters of the request (RFC 8288). Above 10,000 characters: with the parameters of the list alone, and as many of these links, in this order, as fit.
         * @example </v1/products?page=1>; rel="first", </v1/products?page=1>; rel="last"
         */
        Link: string;
        /**
         * @description The ids, percent-encoded, of the collections that have more products than this response; `GET /v1/products?collection=` has all. Absent if no collection is truncated.
         * @example camping, garden%20tools
         */
        "Catalogue-Truncated": string;
        /**
         * @description How many collections are truncated. A very long list of their ids is itself truncated.
         * @example 2
         */
        "Catalogue-Truncated-Count": string;
        /**
         * @description Identifies the search; also `meta.searchId` of the response.
         * @example 6f1c8e1e-2f55-4c0e-9a53-0c8b6e4c1b7a
         */
        "Catalogue-Search-Id": string;
        /**
         * @description Requests that remain (`r`), and seconds until the bucket is full (`t`): draft-ietf-httpapi-ratelimit-headers.
         * @example "token";r=199;t=1
         */
        RateLimit: string;
        /**
         * @description How many requests may come at once (`q`), and the seconds in which as many are granted again (`w`).
         * @example "token";q=200;w=2
         */
        "RateLimit-Policy": string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 2
         */
        "Retry-After": string;
        /**
         * @description The authentication scheme; with `error` if the request has a token.
         * @example Bearer realm="catalogue", error="invalid_token"
         */
        "WWW-Authenticate": string;
        /**
         * @description The methods that the path allows.
         * @example GET, HEAD, OPTIONS
         */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listProducts: {
        parameters: {
            query?: {
                /** @description The page to return. Beyond the last one `data` is empty. */
                page?: number;
                /** @description How many items a page has. */
                perPage?: number;
                /** @description The field to sort by, `createdAt` when absent. Equal values are ordered by `id`, in the same direction. With `collection` and without `sortBy`, products come in the order of the collection. */
                sortBy?: "createdAt" | "updatedAt" | "price" | "quantity" | "status" | "featured" | "handle" | "currency" | "id" | "title" | "subtitle" | "barcode";
                /** @description `desc` when absent, but `asc` in the order of a collection. */
                sortOrder?: "asc" | "desc";
                /** @description Only products of the collection with this id. */
                collection?: string;
                /** @description Only products with exactly this handle, so that a product page can be found by its address. */
                handle?: string;
                /** @description Only products of this status. */
                status?: "draft" | "published" | "archived";
            };
            header?: {
                /** @description The `ETag` of a response that the client has. */
                "If-None-Match"?: string;
                /** @description Identifies the request in logs, problems and the response. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: components["schemas"]["PageMeta"];
                        /** @description The items of this page. */
                        data: components["schemas"]["Product"][];
                    };
                };
            };
            /** @description The client has this page already. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that the client has. */
                "If-None-Match"?: string;
                /** @description Identifies the request in logs, problems and the response. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of the product. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description The client has this product already. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    searchProducts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in logs, problems and the response. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The text to search for. White space at either end is ignored. "Words in quotes" must be adjacent; -word and -"some words" exclude products that have them, and alone mean all products without them.
                     * @example red tent
                     */
                    query: string;
                    /**
                     * @description How many hits are considered.
                     * @default 10
                     * @example 10
                     */
                    limit?: number;
                    /**
                     * @description Narrows the search. All conditions must hold.
                     * @default {}
                     */
                    filter?: {
                        /**
                         * @description Only products of this status.
                         * @example published
                         * @enum {string}
                         */
                        status?: "draft" | "published" | "archived";
                        /**
                         * @description Only of the collection with this id.
                         * @example camping
                         */
                        collection?: string;
                        /**
                         * @description Only at the location with this id.
                         * @example porto
                         */
                        location?: string;
                        /**
                         * @description Only products that are featured, or only those that are not.
                         * @example false
                         */
                        featured?: boolean;
                        /**
                         * @description Only products that can be sold, or only those that cannot: more than 0 in stock, not counted (`tracked: false`), or sold beyond the stock (`allowBackorder: true`).
                         * @example true
                         */
                        inStock?: boolean;
                        /** @description Only products with a price in this range. `min` must not be greater than `max`. */
                        price?: {
                            /**
                             * @description At least this.
                             * @example 10
                             */
                            min?: number;
                            /**
                             * @description At most this.
                             * @example 250
                             */
                            max?: number;
                        };
                    };
                    /**
                     * @description Whether to return where in each text the words of the query are.
                     * @default false
                     * @example true
                     */
                    highlight?: boolean;
                };
            };
        };
        responses: {
            /** @description The products that match. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundProduct"][];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    search: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in logs, problems and the response. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The text to search for, as in `POST /v1/products/search`. Absent or empty: all products, newest first.
                     * @example red tent
                     */
                    query?: string;
                    /**
                     * @description The page to return. Beyond the last one `data` is empty. Results beyond the first 1000 cannot be paged.
                     * @default 1
                     * @example 1
                     */
                    page?: number;
                    /**
                     * @description How many results a page has.
                     * @default 20
                     * @example 20
                     */
                    perPage?: number;
                    /** @description Narrows the search. All conditions must hold. */
                    filter?: {
                        /** @description Only products of any of these statuses. */
                        status?: components["schemas"]["Status"] | components["schemas"]["Status"][];
                        /** @description Only of any of the collections with these ids. */
                        collection?: string | string[];
                        /** @description Only at any of the locations with these ids. */
                        location?: string | string[];
                        /** @description Only products that are featured, or only those that are not. */
                        featured?: boolean | ("true" | "false");
                        /** @description Only products that can be sold, or only those that cannot: more than 0 in stock, not counted (`tracked: false`), or sold beyond the stock (`allowBackorder: true`). */
                        inStock?: boolean | ("true" | "false");
                        /** @description Only products with a price in this range. `min` must not be greater than `max`. */
                        price?: {
                            /**
                             * @description At least this.
                             * @example 10
                             */
                            min?: number;
                            /**
                             * @description At most this.
                             * @example 250
                             */
                            max?: number;
                        };
                        /** @description Only products that have any of the values of each of these specifications. At most 100 values, all keys together; a key and its value have at most 458 bytes. Keys and values compare without case and accents. */
                        specifications?: {
                            [key: string]: string | string[];
                        };
                        /** @description Only products that have any of the values of each of these variants. At most 100 values, all keys together; a key and its value have at most 458 bytes. Keys and values compare without case and accents. */
                        variants?: {
                            [key: string]: string | string[];
                        };
                    };
                    /**
                     * @description `relevance` is best first, and without a query newest first. Titles are compared without case and accents, by about their first 460 bytes. Products without a price come last in both orders.
                     * @default relevance
                     * @example {
                     *       "by": "price",
                     *       "order": "asc"
                     *     }
                     */
                    sort?: "relevance" | {
                        /** @enum {string} */
                        by: "price" | "createdAt" | "title";
                        /** @enum {string} */
                        order: "asc" | "desc";
                    };
                    /**
                     * @description What to count: `status`, `collection`, `location`, `featured`, `inStock`, `price`, `specifications.<key>`, `variants.<key>`.
                     * @default []
                     * @example [
                     *       "collection",
                     *       "price",
                     *       "variants.Colour"
                     *     ]
                     */
                    facets?: string[];
                    /**
                     * @description Whether to return where in each text the words of the query are.
                     * @default false
                     * @example true
                     */
                    highlight?: boolean;
                    /**
                     * @description Which fields the products have.
                     * @default reduced
                     * @example reduced
                     * @enum {string}
                     */
                    products?: "reduced" | "full";
                };
            };
        };
        responses: {
            /** @description The page. Its total, facets and order are of the same products. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Catalogue-Search-Id": components["headers"]["Catalogue-Search-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    suggest: {
        parameters: {
            query: {
                /** @description What has been typed so far. */
                query: string;
                /** @description The maximum number of queries, of products and of collections. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of a response that the client has. */
                "If-None-Match"?: string;
                /** @description Identifies the request in logs, problems and the response. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The suggestions; each list may be empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestions"];
                };
            };
            /** @description The client has this response already. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listCollections: {
        parameters: {
            query?: {
                /** @description The page to return. Beyond the last one `data` is empty. */
                page?: number;
                /** @description How many items a page has. */
                perPage?: number;
                /** @description Only collections with this text in their name, handle or description, in any case. White space at either end is ignored. */
                search?: string;
            };
            header?: {
                /** @description The `ETag` of a response that the client has. */
                "If-None-Match"?: string;
                /** @description Identifies the request in logs, problems and the response. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "Catalogue-Truncated": components["headers"]["Catalogue-Truncated"];
                    "Catalogue-Truncated-Count": components["headers"]["Catalogue-Truncated-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        meta: components["schemas"]["PageMeta"];
                        /** @description The items of this page. */
                        data: components["schemas"]["Collection"][];
                    };
                };
            };
            /** @description The client has this page already. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "Catalogue-Truncated": components["headers"]["Catalogue-Truncated"];
                    "Catalogue-Truncated-Count": components["headers"]["Catalogue-Truncated-Count"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            405: components["responses"]["Problem405"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
}
