/** The records that the generator makes, in the import format. It leaves no field of them to its default. */
import type * as z from 'zod';
import type { KINDS } from '../../src/catalogue/import/record-schemas.ts';

type Complete<T> = { readonly [Field in keyof T]-?: Exclude<T[Field], undefined> };
type RecordOf<K extends keyof typeof KINDS> = Complete<z.input<(typeof KINDS)[K]['schema']>> & { readonly kind: K };

export type MerchantRecord = Omit<RecordOf<'merchant'>, 'locale'>;
export type LocationRecord = RecordOf<'location'>;
export type CollectionRecord = RecordOf<'collection'>;
export type ProductRecord = RecordOf<'product'>;
export type MembershipRecord = RecordOf<'membership'>;
export type ImportRecord = MerchantRecord | LocationRecord | CollectionRecord | ProductRecord | MembershipRecord;
