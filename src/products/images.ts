/** Maps the stored images of a product or a collection to the response schema, with the addresses of their files. */
import { list, type OnMalformed, optionalText, text } from '../catalogue/values.ts';
import type { ImageResponse } from './schema.ts';

/** The addresses that paths are appended to. Both end with a slash. */
export interface ImageBaseUrls {
  readonly download: string;
  readonly upload: string;
}

export function serialiseImages(
  images: unknown,
  { upload, download }: ImageBaseUrls,
  malformed: OnMalformed,
): ImageResponse[] {
  return list(images, 'images', malformed).map((image) => {
    const path = text(image.path, 'images.path', malformed);
    const encoded = encodePath(path);
    return {
      path,
      mimeType: optionalText(image.mimeType, 'images.mimeType', malformed),
      role: optionalText(image.role, 'images.role', malformed) || 'image',
      url: { upload: upload + encoded, download: download + encoded },
    };
  });
}

/** What most paths are, so that a page of products costs less. Encoding doesn't change such a path. */
const PLAIN_PATH = /^(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*$/;

/**
 * Encodes a path for a URL: segments are encoded, slashes kept, leading slashes dropped. A dot segment can't escape the
 * base URL.
 */
function encodePath(path: string): string {
  if (PLAIN_PATH.test(path)) return path;
  return path
    .replace(/^\/+/, '')
    .split('/')
    .map((segment) =>
      /^\.{1,2}$/.test(segment) ? segment.replaceAll('.', '%252E') : encodeURIComponent(segment.toWellFormed()),
    )
    .join('/');
}
