/** Words of shops in languages of Latin script, by their stems. */
import type { StemsOfLanguage } from './stems-of-language.ts';

export const STEMS_IN_LATIN: Readonly<Record<string, StemsOfLanguage>> = {
  en: {
    same: `
      shelf/shelves bookshelf/bookshelves knife/knives leaf/leaves loaf/loaves scarf/scarves/scarfs wolf/wolves
      calf/calves half/halves man/men/mens woman/women/womens foot/feet tooth/teeth goose/geese mouse/mice
      lens/lenses bus/buses gas/gases canvas/canvases thermos/thermoses iris/irises cactus/cactuses tie/ties
      pie/pies fly/flies sky/skies fry/fries ski/skis glass/glasses dress/dresses box/boxes brush/brushes
      watch/watches battery/batteries toy/toys shoe/shoes glove/gloves valve/valves sleeve/sleeves hoodie/hoodies
      cookie/cookies photo/photos tomato/tomatoes potato/potatoes house/houses hose/hoses mattress/mattresses
      necklace/necklaces curtain/curtains bracelet/bracelets elf/elves thief/thieves wife/wives snowman/snowmen
      charger/chargers candle/candles bench/benches candy/candies key/keys tray/trays story/stories`,
    apart: `
      leave/leaf leave/leaves sky/ski skies/skis die/dye tie/time man/mane woman/womb lens/length bus/bush gas/gap
      glass/gloss shelf/shell knife/knit foot/food tooth/tote wolf/wool calf/call scarf/scar loaf/load mouse/moss
      pie/pile fly/flip half/hall thermos/thermal cactus/active glove/globe sleeve/sleep`,
  },
};
