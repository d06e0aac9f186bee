/** The import format: one record per line, distinguished by `kind`. */

export type Status = 'draft' | 'published' | 'archived';

export interface ImageRecord {
  readonly path: string;
  readonly mimeType: string;
  readonly role: string;
}

export interface MerchantRecord {
  readonly kind: 'merchant';
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly status: 'active' | 'disabled';
}

export interface LocationRecord {
  readonly kind: 'location';
  readonly id: string;
  readonly merchantId: string;
  readonly name: string;
  readonly handle: string;
  readonly address: {
    readonly line1: string;
    readonly city: string;
    readonly region: string;
    readonly postalCode: string;
    readonly countryCode: string;
  };
  readonly timezone: string;
}

export interface CollectionRecord {
  readonly kind: 'collection';
  readonly id: string;
  readonly merchantId: string;
  readonly name: string;
  readonly handle: string;
  readonly description: string;
  readonly status: Status;
  readonly images: readonly ImageRecord[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ProductRecord {
  readonly kind: 'product';
  readonly id: string;
  readonly merchantId: string;
  readonly locationId: string;
  readonly handle: string;
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly barcode: string;
  readonly price: number;
  readonly currency: string;
  readonly quantity: number;
  readonly status: Status;
  readonly featured: boolean;
  readonly inventory: {
    readonly sku: string;
    readonly tracked: boolean;
    readonly reserved: number;
    readonly allowBackorder: boolean;
  };
  readonly variants: readonly { readonly key: string; readonly value: string }[];
  readonly specifications: Readonly<Record<string, string>>;
  readonly images: readonly ImageRecord[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface MembershipRecord {
  readonly kind: 'membership';
  readonly collectionId: string;
  readonly productId: string;
  readonly merchantId: string;
  readonly position: number;
  readonly hidePrice: boolean;
}

export type ImportRecord = MerchantRecord | LocationRecord | CollectionRecord | ProductRecord | MembershipRecord;
