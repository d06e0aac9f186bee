/**
 * The import format: one JSON object per line, with its `kind`. The other fields are those of the stored document, with
 * `id` in place of `_id`, and with dates as ISO 8601 texts.
 */
import { BSON } from 'mongodb';
import type * as z from 'zod';
import { membershipId } from '../stored-documents.ts';
import { reasonOf } from './reasons.ts';
import { KINDS, type Kind, type Target } from './record-schemas.ts';
import { unknownFields } from './unknown-fields.ts';

export interface ParsedRecord {
  readonly kind: Kind;
  /** The collection of the document. */
  readonly target: Target;
  readonly document: {
    readonly _id: string;
    readonly merchantId?: string;
    /** Only memberships have these two. */
    readonly collectionId?: string;
    readonly productId?: string;
  };
  /** Paths of fields that the format doesn't have, such as `inventory.colour`. They are dropped. */
  readonly unknownFields: readonly string[];
}

/** A line that can't be imported. `reasons` name the fields and what is allowed. */
export class InvalidRecord extends Error {
  override readonly name = 'InvalidRecord';
  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
  }
}

/** The driver counts the filter that finds the replaced document, a few ids, as part of the document. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024 - 4096;
/** With defaults, a character becomes at most some five bytes: shorter lines need no measurement. */
const MAX_UNMEASURED_CHARACTERS = 2_000_000;

/** Parses one line of the import format. Throws InvalidRecord with all errors of the line. */
export function parseRecord(line: string): ParsedRecord {
  const { kind, ...record } = parseObject(line);
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) {
    throw new InvalidRecord([`kind: must be one of ${Object.keys(KINDS).join(', ')}`]);
  }
  const { schema, target } = KINDS[kind as Kind];
  const result = schema.safeParse(record, { error: reasonOf });
  if (!result.success) {
    throw new InvalidRecord(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const document = documentOf(result.data);
  if (line.length > MAX_UNMEASURED_CHARACTERS && BSON.calculateObjectSize(document) > MAX_DOCUMENT_BYTES) {
    throw new InvalidRecord(['is larger than the 16 MB that MongoDB takes']);
  }
  // Every line may have an `id`. The id of a membership follows from other fields, so the line's is ignored.
  const unknown = unknownFields(record, { id: undefined, ...result.data });
  return { kind: kind as Kind, target, document, unknownFields: unknown };
}

function parseObject(line: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new InvalidRecord(['is not JSON']);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new InvalidRecord(['is not a JSON object']);
  return parsed as Record<string, unknown>;
}

function documentOf(data: z.output<(typeof KINDS)[Kind]['schema']>): ParsedRecord['document'] {
  if ('productId' in data) return { _id: membershipId(data.collectionId, data.productId), ...data };
  const { id, ...rest } = data;
  return { _id: id, ...rest };
}
