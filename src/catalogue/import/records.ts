/**
 * The import format: one JSON object a line, told apart by `kind`, otherwise the stored documents with `id` for `_id`
 * and dates as ISO 8601 texts.
 */
import { BSON } from 'mongodb';
import type * as z from 'zod';
import { membershipId } from '../collections.ts';
import { KINDS, type Kind, type Target } from './record-schemas.ts';
import { unknownFields } from './unknown-fields.ts';

export interface ParsedRecord {
  readonly kind: Kind;
  /** The collection that the document goes to. */
  readonly target: Target;
  readonly document: {
    readonly _id: string;
    readonly merchantId?: string;
    /** These two of memberships alone. */
    readonly collectionId?: string;
    readonly productId?: string;
  };
  /** Paths of fields that the format does not have, as in `inventory.colour`: they are left out. */
  readonly unknownFields: readonly string[];
}

/** A line that cannot be imported; `reasons` name the fields and what is allowed. */
export class BadRecord extends Error {
  override readonly name = 'BadRecord';
  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
  }
}

/** The driver counts what finds the document that is replaced, some ids, with it. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024 - 4096;
/** Defaults included, no character of a line becomes more than some five bytes: shorter lines need no measuring. */
const CHARACTERS_ALWAYS_TAKEN = 2_000_000;

/** Reads one line of the import format. Throws BadRecord with all its faults at once. */
export function parseRecord(line: string): ParsedRecord {
  const record = parseObject(line);
  const kind = record.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) {
    throw new BadRecord([`kind: must be one of ${Object.keys(KINDS).join(', ')}`]);
  }
  const { schema, target, known } = KINDS[kind as Kind];
  const result = schema.safeParse(record);
  if (!result.success) {
    throw new BadRecord(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const document = documentOf(result.data);
  if (line.length > CHARACTERS_ALWAYS_TAKEN && BSON.calculateObjectSize(document) > MAX_DOCUMENT_BYTES) {
    throw new BadRecord(['is larger than the 16 MB that MongoDB takes']);
  }
  return { kind: kind as Kind, target, document, unknownFields: unknownFields(record, known) };
}

function parseObject(line: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new BadRecord(['is not JSON']);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new BadRecord(['is not a JSON object']);
  return parsed as Record<string, unknown>;
}

function documentOf(data: z.output<(typeof KINDS)[Kind]['schema']>): ParsedRecord['document'] {
  if ('productId' in data) return { _id: membershipId(data.collectionId, data.productId), ...data };
  const { id, ...rest } = data;
  return { _id: id, ...rest };
}
