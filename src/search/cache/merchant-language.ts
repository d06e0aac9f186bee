/** Reads the language of a merchant. */
import type { Catalogue } from '../../catalogue/collections.ts';
import type { OnMalformed } from '../../catalogue/values.ts';
import { isMalformedLocale, merchantLanguage } from '../index/merchant-language.ts';

/** Calls `malformed` with `locale` if the locale is no language tag. Throws what MongoDB throws. */
export async function readLanguage(
  { merchants, merchantLanguages }: Catalogue,
  merchantId: string,
  { malformed, maxTimeMS }: { readonly malformed: OnMalformed; readonly maxTimeMS: number },
): Promise<string> {
  const [merchant, detected] = await Promise.all([
    merchants.findOne({ _id: merchantId }, { projection: { locale: 1 }, maxTimeMS }),
    merchantLanguages.findOne({ _id: merchantId }, { projection: { language: 1 }, maxTimeMS }),
  ]);
  if (isMalformedLocale(merchant?.locale)) malformed('locale');
  return merchantLanguage(merchant?.locale, detected?.language);
}
