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
  pl: {
    same: `
      but/buty/butów/butami mąka/mąki/mąkę perfumy/perfum kurtka/kurtki/kurtek zimowy/zimowa/zimowe/zimowych
      damski/damska/damskie/damskich męski/męskie/męskich/męskim telefon/telefony/telefonu/telefonów
      nóż/noże/noży/nożem kuchenny/kuchenne/kuchenna/kuchennych lampa/lampy/lamp/lampą biurkowy/biurkowa/biurkowe
      kubek/kubki/kubka/kubków sukienka/sukienki/sukienek suknia/suknie/sukien okno/okna/okien mebel/meble/mebli
      kabel/kable/kabli/kablem krzesło/krzesła/krzeseł sweter/swetry/swetrów rower/rowery/rowerów/roweru
      lustro/lustra/luster widelec/widelce/widelców chłopiec/chłopca/chłopców torba/torby/toreb/torbę
      torebka/torebki/torebek talerz/talerze/talerzy garnek/garnki/garnków patelnia/patelnie/patelni
      słuchawki/słuchawek zabawka/zabawki/zabawek klocki/klocków/klocek książka/książki/książek
      czapka/czapki/czapek spodnie/spodni/spodniami spódnica/spódnice/spódnic koszula/koszule/koszul
      koszulka/koszulki/koszulek bluza/bluzy/bluz rękawiczki/rękawiczek rękawica/rękawice/rękawic
      zegarek/zegarki/zegarków pierścionek/pierścionki kolczyk/kolczyki/kolczyków ręcznik/ręczniki/ręczników
      poduszka/poduszki/poduszek kołdra/kołdry/kołder zasłona/zasłony/zasłon półka/półki/półek szafa/szafy/szaf
      stół/stoły/stołu/stołów krem/kremy/kremu/kremem szampon/szampony kawa/kawy/kawę herbata/herbaty/herbat
      cukier/cukru miód/miodu olej/oleje/oleju/olejów olejek/olejki bateria/baterie/baterii klucz/klucze/kluczy
      śruba/śruby/śrub pędzel/pędzle/pędzli młotek/młotki/młotkiem pies/psa/psów/psy kot/kota/kotów/koty
      dziecko/dzieci/dziecka gra/gry/gier czarny/czarna/czarne/czarnych/czarnym biały/biała/białe
      niebieski/niebieska/niebieskie duży/duża/duże/dużych tani/tania/tanie skórzany/skórzane/skórzana
      system/systemy/systemu/systemem/systemów zapach/zapachy model/modele/modeli fotel/fotele/foteli
      plecak/plecaki/plecaków odkurzacz/odkurzacze/odkurzaczy mydło/mydła/mydeł pudełko/pudełka/pudełek
      żarówka/żarówki/żarówek butelka/butelki/butelek piłka/piłki/piłek pokrywka/pokrywką/pokrywki
      łóżko/łóżka/łóżek zamek/zamkiem/zamki kobieta/kobiet/kobiety mężczyzna/mężczyzn wiadro/wiadra/wiader
      puszka/puszki/puszek pasek/paski/paskiem igła/igły/igieł`,
    apart: `
      koszula/koszulka bluza/bluzka lampa/lampka spodnie/spódnica zegar/zegarek butla/butelka kot/koc olej/olejek
      zima/zimowy torba/torebka czapka/czajnik półka/piłka szafa/szafka pas/pasek kula/kulka stół/stolik
      sukienka/suknia lek/lekki rękawica/rękawiczka krem/kram dzień/dziecko mysz/myszka kurtka/kurta kawa/kawior
      system/systematyczny nóż/nos pies/piec gra/grill młynek/młotek kubek/kubeł buty/butla`,
  },
};
