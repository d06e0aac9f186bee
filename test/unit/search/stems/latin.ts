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
      charger/chargers candle/candles bench/benches candy/candies key/keys tray/trays story/stories
      gray/grey/greys color/colour/colours/coloured/coloring flavor/flavoured aluminum/aluminium jewelry/jewellery
      tire/tyre/tyres pajamas/pyjamas mold/mould/moulds fiber/fibre center/centre organizer/organiser/organisers
      moisturizer/moisturiser cozy/cosy racket/racquet/racquets chili/chilli/chillies yogurt/yoghurt/yoghurts behavior/behaviour vapor/vapour armor/armour`,
    apart: `
      chill/chilli chilling/chilli leave/leaf leave/leaves sky/ski skies/skis die/dye tie/time man/mane woman/womb lens/length bus/bush gas/gap
      glass/gloss shelf/shell knife/knit foot/food tooth/tote wolf/wool calf/call scarf/scar loaf/load mouse/moss
      pie/pile fly/flip half/hall thermos/thermal cactus/active glove/globe sleeve/sleep`,
  },
  de: {
    same: `
      Stuhl/Stühle/Stuehle Öl/Oel Tür/Türen/Tueren Kräuter/Kraeuter Schlüssel/Schluessel Möbel/Moebel Küche/Kueche/Küchen
      Schloss/Schlösser/Schloesser Statue/Statuen grau/graue/grauer neu/neue/neues blau/blaue Steuer/Steuern Quelle/Quellen
      Bücher/Buecher Poet/Poeten Duell/Duelle Menü/Menue`,
    apart: `
      Steuer/Stier Feuer/Führer neu/Nut Quelle/Qual Mauer/Mus blau/Blatt Tür/Tau`,
  },
  es: {
    same: `
      sartén/sartenes luz/luces lápiz/lápices pez/peces altavoz/altavoces auricular/auriculares collar/collares
      almacén/almacenes imagen/imágenes joven/jóvenes pie/pies té/tés mujer/mujeres colchón/colchones
      camión/camiones cojín/cojines calcetín/calcetines tacón/tacones jabón/jabones pantalón/pantalones sofá/sofás
      zapato/zapatos reloj/relojes mueble/muebles cortina/cortinas espejo/espejos juguete/juguetes bebé/bebés
      café/cafés flor/flores móvil/móviles televisor/televisores aceite/aceites pendiente/pendientes
      diente/dientes guante/guantes negro/negra/negros/negras azul/azules gris/grises traje/trajes llave/llaves
      nube/nubes bota/botas bote/botes perro/perros rojo/roja/rojas inalámbrico/inalámbrica alfiler/alfileres
      pan/panes imán/imanes delantal/delantales plato/platos bolsa/bolsas bolso/bolsos marco/marcos
      taladro/taladros cuchillo/cuchillos cuchara/cucharas tenedor/tenedores vaso/vasos taza/tazas mantel/manteles
      ordenador/ordenadores ratón/ratones cable/cables cargador/cargadores tambor/tambores botella/botellas
      secador/secadores vela/velas`,
    apart: `
      plata/plato bota/bote bolsa/bolso marco/marca puerta/puerto suela/suelo pimienta/pimiento pala/palo
      vela/velo luz/luto collar/cola mujer/muela pie/piel té/tela traje/trapo ratón/rata mesa/masa cable/caballo
      taza/tazón cuchara/cuchillo reloj/releer sofá/sofoco jabón/jamón cama/camión camisa/camiseta bolígrafo/bola
      gorro/goma llave/llanta`,
  },
  fr: {
    same: `
      oreiller/oreillers oreille/oreilles vélo/vélos jeu/jeux bijou/bijoux foyer/foyers plancher/planchers
      planche/planches blanc/blanche/blancs/blanches doux/douce/douces neuf/neuve/neufs
      sportif/sportive/sportifs/sportives long/longue/longs/longues hiver/hivers évier/éviers collier/colliers
      gris/grise/grises gros/grosse/grosses gras/grasse frais/fraîche épais/épaisse journal/journaux
      cheval/chevaux métal/métaux bocal/bocaux rideau/rideaux genou/genoux tuyau/tuyaux travail/travaux
      vitrail/vitraux cadeau/cadeaux pneu/pneus bleu/bleus/bleue/bleues cheveu/cheveux clé/clés bébé/bébés
      doré/dorée/dorés/dorées argenté/argentée/argentés carré/carrée/carrés brodé/brodée
      imprimé/imprimée/imprimées poupée/poupées cheminée/cheminées tapis/tapis noir/noire/noirs/noires
      vert/verte/vertes violet/violette chaussure/chaussures montre/montres robe/robes couteau/couteaux
      cuillère/cuillères/cuiller étagère/étagères rocher/rochers chargeur/chargeurs coussin/coussins
      électrique/électriques imperméable/imperméables aspirateur/aspirateurs manteau/manteaux lit/lits pot/pots
      sac/sacs pull/pulls verre/verres fer/fers roi/rois français/française anglais/anglaise souris/souris
      potager/potagers panier/paniers cahier/cahiers papier/papiers lunette/lunettes bague/bagues balai/balais
      olive/olives lessive/lessives œuf/œufs`,
    apart: `
      oreiller/oreille plancher/planche rocher/roche gris/gros/gras sec/sèche souris/sourire foyer/foie
      potager/potage boucher/bouche bois/boire verre/vert collier/col manteau/manche table/tableau/tablette
      cuisine/cuisse poule/poulet pot/poteau/poterie vis/vie basse/bas fil/fille couteau/coûter lit/litière
      gant/gâteau sac/sachet cheval/cheveux ours/our drap/drapeau robe/robot montre/monture chat/château/chaton`,
  },
  nl: {
    same: `
      pan/pannen jas/jassen hoes/hoezen huis/huizen tas/tassen fles/flessen mes/messen glas/glazen doos/dozen
      kaars/kaarsen laars/laarzen fiets/fietsen muts/mutsen kers/kersen lens/lenzen rits/ritsen krans/kransen
      horloge/horloges dame/dames kind/kinderen/kinder brief/brieven ei/eieren/eier stoel/stoelen schoen/schoenen kast/kasten
      boek/boeken bed/bedden broek/broeken lamp/lampen raam/ramen sok/sokken trui/truien rok/rokken klok/klokken
      zwart/zwarte wit/witte groot/grote rood/rode kussen/kussens lepel/lepels beker/bekers sleutel/sleutels
      deken/dekens ketting/kettingen ring/ringen tafel/tafels gordijn/gordijnen kop/koppen bal/ballen bril/brillen
      hond/honden kat/katten roos/rozen handdoek/handdoeken spiegel/spiegels telefoon/telefoons kabel/kabels
      oplader/opladers batterij/batterijen pop/poppen puzzel/puzzels schaar/scharen vork/vorken ei/eieren
      zwembroek/zwembroeken kinderfiets/kinderfietsen set/sets mat/matten duif/duiven blauw/blauwe houten/hout
      wollen/wol`,
    apart: `
      kaars/kar roze/roos roze/rozen fiets/fit muts/mut hals/hal lens/len kers/kern pan/pand tas/taart jas/jaar
      bal/balk kop/koper man/mand mes/mest bed/bedrijf kast/kat schaar/schaal schoen/school stoel/stof hoes/hoed
      glas/glad bril/brie brief/brood sok/soep wol/wolf tafel/tapijt`,
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
