/** Where shops are: a few countries with their money, their streets, and towns as an address and a clock need them. */
import { list } from './text.ts';

export interface Town {
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly timezone: string;
}

export interface Country {
  readonly code: string;
  readonly currency: string;
  /** What one euro costs, roughly. */
  readonly rate: number;
  readonly streets: readonly string[];
  readonly numberFirst: boolean;
  readonly towns: readonly Town[];
}

/** Towns written as "city / region / postal code" in one time zone. */
function towns(timezone: string, ...lines: readonly string[]): Town[] {
  return lines.map((line) => {
    const [city = '', region = '', postalCode = ''] = line.split(' / ');
    return { city, region, postalCode, timezone };
  });
}

const COUNTRY_LIST: readonly Country[] = [
  {
    code: 'NO',
    currency: 'NOK',
    rate: 11.5,
    streets: list('Storgata, Kirkegata, Strandveien, Skippergata, Nedre Bakklandet, Fjellveien'),
    numberFirst: false,
    towns: towns(
      'Europe/Oslo',
      'Bergen / Vestland / 5003',
      'Tromsø / Troms / 9008',
      'Trondheim / Trøndelag / 7013',
      'Ålesund / Møre og Romsdal / 6002',
    ),
  },
  {
    code: 'DE',
    currency: 'EUR',
    rate: 1,
    streets: list('Lindenstraße, Marktplatz, Gartenweg, Bahnhofstraße, Mühlgasse, Schillerstraße'),
    numberFirst: false,
    towns: towns(
      'Europe/Berlin',
      'Freiburg im Breisgau / Baden-Württemberg / 79098',
      'Münster / Nordrhein-Westfalen / 48143',
      'Leipzig / Sachsen / 04109',
      'Lübeck / Schleswig-Holstein / 23552',
      'Würzburg / Bayern / 97070',
    ),
  },
  {
    code: 'GB',
    currency: 'GBP',
    rate: 0.86,
    streets: list('High Street, Church Lane, Mill Road, Station Road, Castle Street, Orchard Row'),
    numberFirst: true,
    towns: towns(
      'Europe/London',
      'Bristol / England / BS1 4DJ',
      'Edinburgh / Scotland / EH1 1BB',
      'Norwich / England / NR2 1TF',
      'Cardiff / Wales / CF10 1EP',
    ),
  },
  {
    code: 'FR',
    currency: 'EUR',
    rate: 1,
    streets: list('rue de la République, rue des Tanneurs, place du Marché, quai Saint-Antoine, rue Pasteur'),
    numberFirst: true,
    towns: towns(
      'Europe/Paris',
      'Lyon / Auvergne-Rhône-Alpes / 69002',
      'Nantes / Pays de la Loire / 44000',
      'Annecy / Auvergne-Rhône-Alpes / 74000',
      'Besançon / Bourgogne-Franche-Comté / 25000',
    ),
  },
  {
    code: 'SE',
    currency: 'SEK',
    rate: 11.2,
    streets: list('Storgatan, Kungsgatan, Drottninggatan, Västra Hamngatan, Skolgatan, Nygatan'),
    numberFirst: false,
    towns: towns(
      'Europe/Stockholm',
      'Malmö / Skåne län / 211 22',
      'Göteborg / Västra Götalands län / 411 17',
      'Umeå / Västerbottens län / 903 26',
      'Växjö / Kronobergs län / 352 30',
    ),
  },
  {
    code: 'NL',
    currency: 'EUR',
    rate: 1,
    streets: list('Oudegracht, Kerkstraat, Molenweg, Nieuwstraat, Havenkade, Lange Hezelstraat'),
    numberFirst: false,
    towns: towns(
      'Europe/Amsterdam',
      'Utrecht / Utrecht / 3511 AB',
      'Nijmegen / Gelderland / 6511 CD',
      'Haarlem / Noord-Holland / 2011 PR',
      'Groningen / Groningen / 9712 HX',
    ),
  },
  {
    code: 'DK',
    currency: 'DKK',
    rate: 7.46,
    streets: list('Algade, Vestergade, Nørregade, Havnegade, Søndergade, Østergade'),
    numberFirst: false,
    towns: towns(
      'Europe/Copenhagen',
      'Aarhus / Midtjylland / 8000',
      'Odense / Syddanmark / 5000',
      'Helsingør / Hovedstaden / 3000',
      'Rønne / Hovedstaden / 3700',
    ),
  },
  {
    code: 'CH',
    currency: 'CHF',
    rate: 0.95,
    streets: list('Gerbergasse, Seestrasse, Kirchweg, Obere Gasse, Bahnhofplatz'),
    numberFirst: false,
    towns: towns('Europe/Zurich', 'Zürich / Zürich / 8001', 'Bern / Bern / 3011', 'Chur / Graubünden / 7000'),
  },
  {
    code: 'PT',
    currency: 'EUR',
    rate: 1,
    streets: list('Rua das Flores, Rua do Almada, Avenida da Liberdade, Travessa da Fé, Rua São João'),
    numberFirst: false,
    towns: towns(
      'Europe/Lisbon',
      'Porto / Porto / 4050-262',
      'Évora / Évora / 7000-508',
      'Coimbra / Coimbra / 3000-213',
    ),
  },
  {
    code: 'US',
    currency: 'USD',
    rate: 1.08,
    streets: list('Main Street, Alder Street, Maple Avenue, Harbor Way, Second Street'),
    numberFirst: true,
    towns: [
      ...towns('America/Los_Angeles', 'Portland / OR / 97205', 'Bellingham / WA / 98225'),
      ...towns('America/New_York', 'Burlington / VT / 05401', 'Ithaca / NY / 14850'),
    ],
  },
];

/** Every country that has shops, by its code. */
export const COUNTRIES: ReadonlyMap<string, Country> = new Map(COUNTRY_LIST.map((country) => [country.code, country]));
