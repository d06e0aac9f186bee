/** Fictional streets and family names for each country, by Faker. The same seed gives the same names. */
import type { Faker } from '@faker-js/faker';
import { faker as danish } from '@faker-js/faker/locale/da';
import { faker as german } from '@faker-js/faker/locale/de';
import { faker as swiss } from '@faker-js/faker/locale/de_CH';
import { faker as british } from '@faker-js/faker/locale/en_GB';
import { faker as american } from '@faker-js/faker/locale/en_US';
import { faker as french } from '@faker-js/faker/locale/fr';
import { faker as norwegian } from '@faker-js/faker/locale/nb_NO';
import { faker as dutch } from '@faker-js/faker/locale/nl';
import { faker as portuguese } from '@faker-js/faker/locale/pt_PT';
import { faker as swedish } from '@faker-js/faker/locale/sv';
import type { Random } from '../random.ts';
import type { Country } from './vocabulary.ts';

const FAKERS: ReadonlyMap<string, Faker> = new Map([
  ['NO', norwegian],
  ['DE', german],
  ['GB', british],
  ['FR', french],
  ['SE', swedish],
  ['NL', dutch],
  ['DK', danish],
  ['CH', swiss],
  ['PT', portuguese],
  ['US', american],
]);
const LARGEST_SEED = 2 ** 31 - 1;
const LAST_HOUSE = 98;

export interface PlaceNames {
  /** A street with a house number, in the country's order. */
  streetAddress(country: Country): string;
  lastName(country: Country): string;
}

/**
 * Faker's instances are shared, so take all names before creating another generator. Throws for a country without a
 * locale here.
 */
export function createPlaceNames(random: Random): PlaceNames {
  for (const faker of FAKERS.values()) faker.seed(random.integer(0, LARGEST_SEED));
  return {
    streetAddress(country) {
      const faker = fakerOf(country);
      const street = faker.location.street();
      const house = faker.number.int({ min: 1, max: LAST_HOUSE });
      return country.numberFirst ? `${house} ${street}` : `${street} ${house}`;
    },
    lastName: (country) => fakerOf(country).person.lastName(),
  };
}

function fakerOf({ code }: Country): Faker {
  const faker = FAKERS.get(code);
  if (faker === undefined) throw new Error(`No locale for the country ${code}`);
  return faker;
}
