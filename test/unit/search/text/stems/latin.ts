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
      moisturizer/moisturiser cozy/cosy racket/racquet/racquets chili/chilli/chillies yogurt/yoghurt/yoghurts behavior/behaviour catalog/catalogue/catalogues donut/doughnuts 3/three ten/tens vapor/vapour armor/armour
      license/licence/licences neighbor/neighbours adapter/adaptor/adaptors disk/disc/discs program/programme/programmes
      draft/draught whiskey/whisky/whiskies liter/litre/litres centimeter/centimetres check/cheque checkered/chequered
      polarized/polarised galvanized/galvanised maximize/maximise sanitizer/sanitiser/sanitisers equalizer/equaliser
      personalized/personalised deodorizer/deodoriser caramelized/caramelised crystallized/crystallised
      analyzer/analyser analyzing/analysing standardization/standardisation trellis/trellises
      miter/mitre/mitres/mitred louver/louvre/louvred watercolor/watercolours multicolored/multicoloured
      ionizer/ioniser/ionisers atomizer/atomiser liquidizer/liquidiser practicing/practising omelet/omelette
      detector/detecter connectors/connecters earring/earrings/earings legging/leggings clothes/clothing
      bearing/bearings stocking/stockings icing/icings oring/orings dressing/dressings topping/toppings coating/coatings
      wood/wooden wool/woolen/woollen gold/golden 12/twelve 20/twenty`,
    apart: `
      chill/chilli chilling/chilli leave/leaf leave/leaves sky/ski skies/skis die/dye tie/time man/mane woman/womb lens/length bus/bush gas/gap
      glass/gloss shelf/shell knife/knit foot/food tooth/tote wolf/wool calf/call scarf/scar loaf/load mouse/moss
      promise/promote premise/premium mortise/mortar exercise/exert surprise/surpass disc/discount disc/discover
      program/programmer treatise/treat valise/val analysis/analog chemise/chemical cerise/ceramic
      earring/ear legging/leg clothes/cloth bearing/bear stocking/stock icing/ice oring/or detector/detect
      training/train/trainer bedding/bed dressing/dress topping/top coating/coat bowling/bowl boxing/box
      pie/pile fly/flip half/hall thermos/thermal cactus/active glove/globe sleeve/sleep`,
  },
  de: {
    same: `
      Haus/Häuser Flasche/Flaschen
      Stuhl/Stühle/Stuehle Öl/Oel Tür/Türen/Tueren Kräuter/Kraeuter Schlüssel/Schluessel Möbel/Moebel Küche/Kueche/Küchen
      Schloss/Schlösser/Schloesser Statue/Statuen grau/graue/grauer neu/neue/neues blau/blaue Steuer/Steuern Quelle/Quellen
      Bücher/Buecher Poet/Poeten Duell/Duelle Menü/Menue/Menüs
      Kamera/Kameras Pizza/Pizzas Radio/Radios Foto/Fotos Lasso/Lassos Rollo/Rollos Kiwi/Kiwis Bikini/Bikinis Akku/Akkus
      Handy/Handys Pony/Ponys Display/Displays Laptop/Laptops Chip/Chips Gabel/Gabeln Kartoffel/Kartoffeln Windel/Windeln
      Glas/Gläser Gas/Gase Los/Lose kabellos/kabellose/kabelloses Reis/Reise Preis/Preise Kreis/Kreise`,
    apart: `
      Steuer/Stier Feuer/Führer neu/Nut Quelle/Qual Mauer/Mus blau/Blatt Tür/Tau Pumps/Pumpe Eis/Ei
      Tennis/Tenne Mais/Mai`,
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
      secador/secadores vela/velas calzado/calzados niño/niños niña/niñas camarón/camarones taller/talleres
      pared/paredes cuadrado/cuadrada/cuadrados leche/leches línea/líneas top/tops short/shorts legging/leggings
      tablet/tablets kit/kits robot/robots póster/pósters bóxer/bóxers jean/jeans
      moderno/modernos interno/internos cuerno/cuernos olla/ollas uva/uvas oso/osos menú/menús bikini/bikinis`,
    apart: `
      plata/plato bota/bote bolsa/bolso marco/marca puerta/puerto suela/suelo pimienta/pimiento pala/palo
      vela/velo luz/luto collar/cola mujer/muela pie/piel té/tela traje/trapo ratón/rata mesa/masa cable/caballo
      taza/tazón cuchara/cuchillo reloj/releer sofá/sofoco jabón/jamón cama/camión camisa/camiseta bolígrafo/bola
      gorro/goma llave/llanta calzado/calza calzado/calzada cola/col/colada peinado/peine sal/sala/salida niño/niña
      novio/novia gorro/gorra libro/libra/libre manga/mango tinta/tinto/tinte cama/cámara/camarón bata/bate/batido
      cinta/cinto copa/copo barra/barro cuchara/cucharón cuchillo/cuchilla cuadro/cuadrado tecla/teclado teja/tejado/tejido
      talla/taller mes/mesa par/pared hombre/hombro grano/gran/granada casco/cáscara/cascada leche/lecho piña/pino
      pata/pato punta/punto rama/ramo tela/tele bebé/bebida carbón/carbono top/tope playa/play vino/viña`,
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
      olive/olives lessive/lessives œuf/œufs léger/légers/légère/légères étranger/étrangère premier/première
      entier/entière/entiers`,
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
  cs: {
    same: `
      dubový/dubové/dubová/dubových bavlněné/bavlněná kovový/kovové/kovová pánev/pánve/pánví hrnec/hrnce/hrnců
      hrnek/hrnky/hrnků bota/boty/bot kozačka/kozačky bunda/bundy tričko/trička polštář/polštáře/polštářů
      káva/kávy/kávu med/medy/medu televize/televizi telefon/telefony/telefonu pouzdro/pouzdra ručník/ručníky nůž/nože
      židle/židlí kolo/kola pes/psa/psy hračka/hračky dítě/děti krém/krémy náušnice/náušnic žárovka/žárovky/žárovek
      zimní/zimních dámská/dámské/dámský/dámských černý/černá/černé kabel/kabely kabelka/kabelky systém/systémy
      stůl/stoly lampa/lampy kniha/knihy skříň/skříně postel/postele šroub/šrouby klíč/klíče batoh/batohy čepice/čepic
      rukavice/rukavic ponožka/ponožky/ponožek sukně/sukní koberec/koberce obraz/obrazy hodinky/hodinek prsten/prsteny
      svíčka/svíčky/svíček nabíječka/nabíječky sekačka/sekačky/sekaček vrtačka/vrtačky svetr/svetry/svetrů
      kalhoty/kalhot tričko/triček zrcadlo/zrcadla/zrcadel ubrus/ubrusy hřebík/hřebíky vysavač/vysavače/vysavačů
      konvice/konvic myš/myši/myší kniha/knih barva/barvy/barev vůně/vůní deka/deky/dek sluchátka/sluchátek
      matrace/matrací malý/malá/malé/malých květináč/květináče láhev/láhve/lahví
      parfém/parfémy/parfému/parfémem systém/systému modem/modemy/modemu sůl/soli hůl/hole/holí kůň/koně
      oko/oči/očí/očima/očím ruka/ruce/rukou ucho/uši/uší okno/okna/oken plátno/pláten vlákno/vláken buben/bubny
      kámen/kameny denní/denního/dennímu zimní/zimního dámský/dámského/dámskému krém/krému`,
    apart: `
      kolo/kolej med/medaile kabel/kabelka hrnec/hrnek kniha/knoflík lampa/lampička pes/pás krém/krempa svíčka/svícen
      stůl/stolek pero/perník boty/botník strach/strom košile/koš barva/barel svetr/svět myš/myslivec deka/dekorace
      lahev/lahůdka káva/kávovar kámen/kamna sůl/sólo hůl/holicí ruka/ručník oko/okno parfém/parfait`,
  },
  sk: {
    same: `
      panvica/panvice/panvíc hrniec/hrnce hrnček/hrnčeky topánka/topánky/topánok čižma/čižmy bunda/bundy tričko/tričká
      vankúš/vankúše/vankúšov káva/kávy televízor/televízory/televízorov telefón/telefóny puzdro/puzdra/puzdrá
      uterák/uteráky nôž/nože stolička/stoličky/stoličiek bicykel/bicykle pes/psa/psov hračka/hračky/hračiek
      dieťa/deti krém/krémy žiarovka/žiarovky/žiaroviek zimná/zimné/zimný/zimných čierny/čierna/čierne stôl/stoly
      kniha/knihy rukavice/rukavíc ponožka/ponožky/ponožiek koberec/koberce hodinky/hodiniek
      vysávač/vysávače/vysávačov kosačka/kosačky/kosačiek zrkadlo/zrkadlá kreslo/kreslá/kresiel
      matrac/matrace/matracov deka/deky slúchadlá/slúchadiel obrus/obrusy nohavice/nohavíc malý/malá/malé kniha/kníh
      váza/vázy/váz sveter/svetre/svetrov kufor/kufre/kufrov filter/filtre tlačiareň/tlačiarne/tlačiarní kameň/kamene
      vedro/vedrá/vedier puzdro/puzdrá/puzdier kostým/kostýmy/kostýmov modem/modemy kondóm/kondómy/kondómov
      telefón/telefóny/telefónov motor/motory/motorov tanier/taniere/tanierov`,
    apart: `
      kostým/kosť modem/móda meter/metla kameň/kamera motor/motýľ
      hrniec/hrnček stôl/stolička kniha/knedľa pes/pás krém/kremeň topánka/topoľ káva/kaviár`,
  },
  hr: {
    same: `
      tava/tave lonac/lonci/lonca tenisica/tenisice čizma/čizme jakna/jakne haljina/haljine majica/majice
      jastuk/jastuci/jastuka kava/kave televizor/televizori mobitel/mobiteli maskica/maskice ručnik/ručnici/ručnika
      nož/noževi stolica/stolice bicikl/bicikli pas/psa/pse igračka/igračke dijete/djeca žarulja/žarulje
      ruksak/ruksaci/ruksaka crn/crna/crni/crne zimska/zimski/zimske/zimskih krem/kreme stol/stolovi knjiga/knjige
      torba/torbe sat/satovi prsten/prsteni grijač/grijači punjač/punjači čarapa/čarape ključ/ključevi
      usisavač/usisavači ogledalo/ogledala hlače/hlača madrac/madraci/madraca deka/deke šalica/šalice/šalicu
      tanjur/tanjuri lampa/lampe zavjesa/zavjese slušalice/slušalica košulja/košulje/košulju ormar/ormari metak/metci
      vijak/vijci/vijka/vijaka lutka/lutke/lutaka olovka/olovke/olovaka metar/metri/metra litar/litre/litra filter/filtri
      tepih/tepisi/tepiha kovčeg/kovčezi/kovčega pidžama/pidžame/pidžamu salama/salame stroj/strojevi/stroja
      parfem/parfemi/parfema kostim/kostimi zavoj/zavoji maslinovo/maslinova/maslinovog bambusov/bambusova/bambusove
      crijevo/crijeva đumbir/djumbir rođendan/rodjendan/rođendani kabel/kabeli dio/dijelovi/dijelova`,
    apart: `
      pidžama/pidžin stroj/struna parfem/parfait kostim/kost metar/metak boca/bok lak/lice rođendan/rodij
      stol/stolica nož/nos kava/kavez pas/pasta majica/majka torba/torta sat/satira krem/kremen ključ/klupa`,
  },
  lt: {
    same: `
      kėdė/kėdės/kėdžių/kėdėms/kėdę antklodė/antklodės/antklodžių dviratis/dviračiai/dviračio/dviratį
      veidrodis/veidrodžiai/veidrodžio/veidrodžių laikrodis/laikrodžiai rankšluostis/rankšluosčiai/rankšluosčių
      lėkštė/lėkštės/lėkščių katė/katės/kačių/katėms šuo/šuns/šunys/šunims/šuniui vanduo/vandens/vandenį/vandenys
      moteris/moterys/moterims/moterų vyras/vyrams/vyrų vyriškas/vyriška/vyriški/vyriškos didelis/didelė/dideli/didelės
      platus/plati/platūs/plačios elektrinis/elektrinė/elektriniai/elektrinės medinis/mediniai/medinės
      sulankstomasis/sulankstomoji/sulankstomieji stalas/stalai/stalo/stalų/stalui spinta/spintos/spintų
      kilimas/kilimai/kilimo puodas/puodai/puodų keptuvė/keptuvės/keptuvių peilis/peiliai/peilio/peilių
      televizorius/televizoriai/televizoriaus kompiuteris/kompiuteriai/kompiuteriui siurblys/siurbliai/siurblio
      langas/langai/langų/langams durys/durų/durims pirtis/pirtys/pirties/pirčiai akis/akys/akių/akims oda/odos/odai
      lempa/lempos/lempų maistas/maisto/maistui alus/alaus kava/kavos/kavą sūris/sūriai/sūrių plaukai/plaukų/plaukams
      padanga/padangos/padangų raktas/raktai/raktų televizija/televizijos/televizijų`,
    apart: `
      kava/kavinukas lova/lovatiesė puodas/puodelis batas/batonas vaikas/vaikiškas lėlė/lėkštė kelnės/kelias
      dantis/danga langas/lankas oda/odinis pienas/pieštukas vonia/voras šaltas/šalikas kepurė/keptuvė plyta/plytelė
      vyras/vyriškas raktas/rankena stalas/stalčius`,
  },
  ca: {
    same: `
      taula/taules cadira/cadires llit/llits matalàs/matalassos coixí/coixins llençol/llençols sofà/sofàs peix/peixos
      poma/pomes llimona/llimones meló/melons bombó/bombons camió/camions pantaló/pantalons mitjó/mitjons botí/botins
      jardí/jardins gos/gossos gas/gasos vas/vasos tornavís/tornavisos disc/discos/discs text/textos despatx/despatxos
      foto/fotos moto/motos pa/pans mà/mans te/tes nen/nens/nena/nenes platja/platges taronja/taronges mànega/mànegues
      botiga/botigues plaça/places llengua/llengües forquilla/forquilles tassa/tasses ampolla/ampolles pinzell/pinzells
      blanc/blanca/blancs/blanques negre/negra/negres blau/blava/blaus/blaves groc/groga/grocs/grogues
      verd/verda/verds/verdes gris/grisa/grisos/grises nou/nova/nous/noves llarg/llarga/llargs/llargues gran/grans
      elèctric/elèctrica/elèctriques petit/petita/petits/petites marró/marrons català/catalana/catalans/catalanes
      clau/claus altaveu/altaveus sabata/sabates joguina/joguines planxa/planxes forn/forns`,
    apart: `
      torre/torró taula/taulell pa/pis got/gos cotxe/cotó botiga/botifarra llit/llet poma/pomell camisa/camí sabata/sabó
      melmelada/mel planta/planxa clau/classe forn/forquilla joc/joguina gran/gra gris/gra pell/pèl`,
  },
  da: {
    same: `
      stegepande/stegepander/stegepanden sko støvle/støvler/støvlerne jakke/jakker/jakken kjole/kjoler/kjolen
      pude/puder/puden bønne/bønner telefon/telefoner cover/covers håndklæde/håndklæder kniv/knive/kniven
      stol/stole/stolen/stolene cykel/cykler/cyklen lampe/lamper/lampen pære/pærer gardin/gardiner sok/sokker
      handske/handsker skjorte/skjorter bukse/bukser nederdel/nederdele strømpe/strømper hue/huer taske/tasker
      rygsæk/rygsække ring/ringe halskæde/halskæder armbånd/armbåndet ørering/øreringe spejl/spejle tæppe/tæpper
      sofa/sofaer seng/senge madras/madrasser dyne/dyner bord/borde hylde/hylder skab/skabe gryde/gryder
      tallerken/tallerkener glas/glasset kop/kopper krus/kruset gaffel/gafler ske/skeer gul/gule/gult rød/røde/rødt
      sort/sorte hvid/hvide/hvidt grøn/grønne/grønt blå/blåt stor/store/stort hund/hunde kat/katte pensel/pensler
      nøgle/nøgler skrue/skruer oplader/opladere batteri/batterier creme/cremer blomst/blomster krukke/krukker
      lys/lyset pen/penne dreng/drenge pige/piger vandtæt/vandtætte trådløs/trådløse/trådløst hjelm/hjelme bil/biler
      bold/bolde bluse/bluser t-shirt/t-shirts spand/spande fad/fade vase/vaser reol/reoler støvsuger/støvsugere
      møbel/møbler kabel/kabler flaske/flasker dukke/dukker sandal/sandaler billede/billeder ramme/rammer
      vindue/vinduer kande/kander nål/nåle bælte/bælter vest/veste spids/spidser kurs/kurser krans/kranse
      prikket/prikkede vatteret/vatterede drejbar/drejbare/drejbart tyk/tykke/tykt dyb/dybe/dybt due/duer/duen
      kasket/kasketter/kasketten etiket/etiketter bestiksæt/bestiksættet skærebræt/skærebrætter kompas/kompasset/kompasser
      dørlås/dørlåse/dørlåsen isglas/isglasset fiskestang/fiskestænger knibtang/knibtænger stræklagen/stræklagner
      suppetallerken/suppetallerkner/suppetallerkenen hundefører/hundeførere skiltebærer/skiltebærere mand/mænd fod/fødder
      sko/skoene frø/frøene tørklæde/tørklæder ekstrabred/ekstrabrede`,
    apart: `
      kop/kopi stol/stolpe bord/bor lys/lyd seng/sang kat/kasse ske/sko hue/hud pen/penge glas/glasur ur/urt fad/far
      tæppe/tap pendel/pendell lagen/låg stang/tang`,
  },
  fi: {
    same: `
      paistinpannu/paistinpannut pannu/pannut/pannua/pannuja kattila/kattilat/kattilaa/kattiloita
      kenkä/kengät/kenkiä/kengän saapas/saappaat takki/takit/takkia/takkeja mekko/mekot/mekkoja paita/paidat/paitoja
      tyyny/tyynyt/tyynyä/tyynyjä papu/pavut/papuja televisio/televisiot puhelin/puhelimet/puhelimia/puhelimen
      kuori/kuoret/kuoria pyyhe/pyyhkeet/pyyhkeitä veitsi/veitset/veitsiä tuoli/tuolit/tuoleja/tuolin
      polkupyörä/polkupyörät lelu/lelut/leluja lamppu/lamput/lamppuja verho/verhot/verhoja muki/mukit/mukeja
      pöytä/pöydät/pöytiä sänky/sängyt/sänkyjä kello/kellot/kelloja sormus/sormukset/sormuksia kaulakoru/kaulakorut
      laukku/laukut/laukkuja reppu/reput/reppuja housu/housut/housuja hame/hameet sukka/sukat/sukkia hanska/hanskat
      pipo/pipot lapanen/lapaset/lapasia nainen/naiset/naisten mies/miehet/miesten lapsi/lapset/lasten
      koira/koirat/koiran/koirille kissa/kissat/kissan punainen/punaiset/punaisia sininen/siniset/sinisiä
      keltainen/keltaiset musta/mustat/mustia valkoinen/valkoiset/valkoista harmaa/harmaat puinen/puiset/puisia
      kirja/kirjat/kirjoja kynä/kynät/kyniä lautanen/lautaset/lautasia lasi/lasit/laseja kuppi/kupit/kuppeja
      haarukka/haarukat lusikka/lusikat peili/peilit matto/matot/mattoja hylly/hyllyt kaappi/kaapit/kaappeja
      peitto/peitot/peittoja lakana/lakanat laturi/laturit kaapeli/kaapelit kuuloke/kuulokkeet/kuulokkeita
      paristo/paristot pora/porat ruuvi/ruuvit vasara/vasarat suihku/suihkut kukka/kukat/kukkia ruukku/ruukut
      ikkuna/ikkunat shampoo/shampoot voide/voiteet astia/astiat sohva/sohvat patja/patjat rengas/renkaat
      hammas/hampaat keitin/keittimet kone/koneet avain/avaimet imuri/imurit/imureita villapaita/villapaidat
      ruokapöytä/ruokapöydät kynttilä/kynttilät/kynttilöitä sakset/saksia harja/harjat/harjoja kampa/kammat
      huivi/huivit/huiveja tossu/tossut kello/kellot ämpäri/ämpärit taulu/taulut/tauluja
      valaisin/valaisimet/valaisimia pallo/pallot/palloja nukke/nuket/nukkeja lapio/lapiot teline/telineet
      viini/viinit levy/levyt säkki/säkit/säkkejä juoma/juomat/juomia vihreä/vihreät/vihreitä lyhyt/lyhyet
      ruoka/ruokaa/ruoan/ruoat/ruuan/ruoalle/ruoalla/ruoassa/ruoasta koiranruoka/koiranruoat/koiranruuan/koiranruoalle
      vuoka/vuoat/vuoan/vuokia uunivuoka/uunivuuat kiuas/kiukaat/kiukaan/kiukaita/kiukaaseen puukiuas/puukiukaat
      mies/miehen/miehelle poika/pojat/pojan/pojalle/pojille/poikien allas/altaat/altaita kinnas/kintaat/kintaita
      vanne/vanteet/vanteita rinne/rinteet parta/parran lehti/lehdet/lehtiä huopa/huovat/huopia saapas/saappaita
      laite/laitteet/laitteita rauta/raudat/rautoja raita/raidat/raitoja huone/huoneet/huoneeseen sininen/siniseen lautanen/lautaseen
      puhelin/puhelimeen/puhelimelle kahvinkeitin/kahvinkeittimeen/kahvinkeittimelle t-paita/t-paidat paita/paitaa`,
    apart: `
      tuoli/tuuli kenkä/kenno kello/kela lasi/lasku lelu/lehti kissa/kisko koira/koivu matto/matka mekko/meikki
      muki/mukula paita/paisti peili/pelit puhelin/puhallin kuppi/kupari kaappi/kaapeli kaapeli/kapea hame/hammas
      kukka/kukkaro peitto/peite sukka/suksi pipo/piippu housu/huosta tyyny/tynnyri verho/vero huivi/huilu taulu/tauko
      pallo/palsami nukke/nuuska kynttilä/kynsi lapio/lapanen
      puukiuas/puukko kiuas/kiulu raita/rauta/raaka laite/lauta/laina poika/pojo vuoka/vuota allas/alus kinnas/kinkku
      huopa/huone lehti/lahti vanne/vanu`,
  },
  hu: {
    same: `
      serpenyő/serpenyők lábas/lábasok cipő/cipők csizma/csizmák kabát/kabátok dzseki/dzsekik ruha/ruhák póló/pólók
      párna/párnák kávé/kávék televízió/televíziók telefon/telefonok tok/tokok törölköző/törölközők kés/kések
      szék/székek gyűrű/gyűrűk izzó/izzók méz/mézek könyv/könyvek játék/játékok asztal/asztalok ágy/ágyak lámpa/lámpák
      szekrény/szekrények szőnyeg/szőnyegek függöny/függönyök tükör/tükrök pohár/poharak tányér/tányérok kanál/kanalak
      villa/villák bögre/bögrék fazék/fazekak táska/táskák hátizsák/hátizsákok óra/órák karkötő/karkötők
      nyaklánc/nyakláncok fülbevaló/fülbevalók szemüveg/szemüvegek nadrág/nadrágok szoknya/szoknyák ing/ingek
      zokni/zoknik kesztyű/kesztyűk sapka/sapkák sál/sálak kerékpár/kerékpárok gyerek/gyerekek gyermek/gyermekek
      baba/babák kutya/kutyák macska/macskák kulcs/kulcsok csavar/csavarok fúró/fúrók kalapács/kalapácsok elem/elemek
      töltő/töltők kábel/kábelek fejhallgató/fejhallgatók krém/krémek sampon/samponok parfüm/parfümök virág/virágok
      cserép/cserepek fekete/feketék nő/nők férfi/férfiak takaró/takarók matrac/matracok bútor/bútorok polc/polcok
      doboz/dobozok üveg/üvegek toll/tollak ceruza/ceruzák füzet/füzetek porszívó/porszívók matrica/matricák
      ecset/ecsetek bicikli/biciklik körte/körték szandál/szandálok medál/medálok gomb/gombok ablak/ablakok
      radiátor/radiátorok szappan/szappanok gyertya/gyertyák keret/keretek mosógép/mosógépek hűtő/hűtők
      fűnyíró/fűnyírók pizsama/pizsamák plüss/plüssök kabát/kabátban
      telefon/telefonra/telefonba/telefonhoz autó/autóba szék/székre/székbe asztal/asztalra/asztalhoz zseb/zsebbe
      tok/tokhoz ing/inghez férfi/férfinak nő/nőnek/nőknek sátor/sátrak köröm/körmök kölyök/kölykök majom/majmok
      szoba/szobák fürdőszoba/fürdőszobák/fürdőszobában játékbaba/játékbabák gomba/gombák fürdőbomba/fürdőbombák
      kamera/kamerák opera/operák zebra/zebrák`,
    apart: `
      kés/kéz kép/kefe ágy/agyag tál/tálca lámpa/láb sál/só toll/tok szék/szekrény asztal/ásó óra/olaj ruha/rúd
      kávé/kávéfőző baba/bab virág/vír villa/villany ing/ín elem/elefánt sapka/sarok póló/pók ablak/abrosz ecset/ecet
      medál/méz keret/kert szappan/szabó szőnyeg/szőlő kanál/kannák kamera/kamra sátor/sarok szoba/szó köröm/kör nő/név`,
  },
  id: {
    same: `
      sapu/menyapu/penyapu cuci/mencuci/pencuci goreng/menggoreng/penggorengan buku/bukunya tas/tasnya bersih/pembersih/kebersihan
      kemeja/kemejanya kereta/keretanya kering/pengering/mengeringkan kunci/pengunci/mengunci tulis/menulis/penulis/tulisan
      tutup/penutup/menutup tebal/menebalkan masak/memasak/masakan pakai/pakaian sehat/kesehatan kilap/pengilap tarik/penarik`,
    apart: `
      kemeja/meja kepala/pala kelapa/lapa kereta/rata tutup/utas kering/keris kunci/kuncir`,
  },
  it: {
    same: `
      padella/padelle giacca/giacche impermeabile/impermeabili scarpa/scarpe stivale/stivali cappotto/cappotti
      abito/abiti cuscino/cuscini lampada/lampade lampadina/lampadine borsa/borse chicco/chicchi
      asciugamano/asciugamani televisore/televisori custodia/custodie bicicletta/biciclette gioco/giochi anello/anelli
      coltello/coltelli lenzuolo/lenzuola/lenzuoli cane/cani gatto/gatti bianco/bianca/bianchi/bianche
      grigio/grigia/grigi/grigie nero/nera/neri/nere rosso/rossa/rossi/rosse lungo/lunga/lunghi/lunghe tasca/tasche
      pantalone/pantaloni orecchino/orecchini collana/collane bracciale/bracciali orologio/orologi occhiale/occhiali
      specchio/specchi sedia/sedie tavolo/tavoli letto/letti armadio/armadi tappeto/tappeti tenda/tende
      forchetta/forchette cucchiaio/cucchiai bicchiere/bicchieri piatto/piatti tazza/tazze pentola/pentole
      bambino/bambini bambina/bambine uomo/uomini donna/donne camicia/camicie/camice maglietta/magliette gonna/gonne
      calza/calze calzino/calzini cintura/cinture zaino/zaini valigia/valigie/valige libro/libri penna/penne
      matita/matite quaderno/quaderni chiave/chiavi cavo/cavi caricatore/caricatori cuffia/cuffie batteria/batterie
      trapano/trapani vite/viti martello/martelli fiore/fiori pianta/piante vaso/vasi olio/olii/oli caffè/caffè
      pesca/pesche arancia/arance formaggio/formaggi biscotto/biscotti elettrico/elettrica/elettrici/elettriche
      sportivo/sportiva/sportivi verde/verdi dorato/dorata/dorati argento/argenti uovo/uova paio/paia doccia/docce
      fuoco/fuochi divano/divani tagliere/taglieri teiera/teiere italiano/italiana/italiani/italiane rasoio/rasoi
      accappatoio/accappatoi maglia/maglie maglione/maglioni tovaglia/tovaglie frullatore/frullatori
      portafoglio/portafogli gioiello/gioielli ombrello/ombrelli spazzolino/spazzolini aspirapolvere/aspirapolveri
      cassetto/cassetti pigiama/pigiami vestito/vestiti sandalo/sandali guanto/guanti sciarpa/sciarpe
      cappello/cappelli quadro/quadri cornice/cornici candela/candele asciugacapelli/asciugacapelli
      ventilatore/ventilatori tavolino/tavolini panno/panni mobile/mobili bottiglia/bottiglie ragazza/ragazze
      cassetta/cassette cassetto/cassetti manica/maniche gelato/gelati stampo/stampi taglia/taglie busta/buste
      seta/sete coppia/coppie`,
    apart: `
      porta/porto pane/panna panno/panna cane/canna/canapa cassa/casa pesce/pesca pesca/pesce cappello/cappotto/cappa
      letto/lettera tavolo/tavola penna/pena vite/vita vite/vino collo/colla collana/collo palla/pala/palo sella/sedia
      foglio/foglia mela/melo gamba/gambero pentola/pennello calza/calzone gonna/gomma carta/carro oro/ora sale/sala
      bambino/bambina ragazzo/ragazza sposo/sposa manico/manica cassetto/cassetta gelato/gel latte/latta legno/legna
      busta/busto stampa/stampo taglia/taglio tela/telo vela/velo canotta/canotto collo/collare coppa/coppia
      pasta/pasto quadro/quadrato rame/ramo seta/set mazza/mazzo spilla/spillo`,
  },
  no: {
    same: `
      stekepanne/stekepanner/stekepannen sko støvel/støvler/støvlene jakke/jakker/jakken kjole/kjoler/kjolen
      pute/puter/puten bønne/bønner telefon/telefoner deksel/deksler håndkle/håndklær/håndkleet kniv/kniver/kniven
      stol/stoler/stolen/stolene sykkel/sykler/sykkelen lampe/lamper/lampen/lampa pære/pærer gardin/gardiner
      sokk/sokker hanske/hansker skjorte/skjorter bukse/bukser skjørt/skjørtet strømpe/strømper lue/luer veske/vesker
      ryggsekk/ryggsekker klokke/klokker ring/ringer halskjede/halskjeder armbånd/armbåndet ørering/øreringer
      speil/speilet teppe/tepper sofa/sofaer seng/senger madrass/madrasser dyne/dyner laken/lakener bord/bordet
      hylle/hyller skap/skapet gryte/gryter tallerken/tallerkener glass/glasset kopp/kopper krus/kruset gaffel/gafler
      skje/skjeer gul/gule/gult rød/røde/rødt svart/svarte hvit/hvite/hvitt grønn/grønne/grønt blå/blått
      stor/store/stort hund/hunder katt/katter pensel/pensler nøkkel/nøkler skrue/skruer hammer/hammere lader/ladere
      batteri/batterier krem/kremer blomst/blomster krukke/krukker lys/lyset penn/penner gutt/gutter
      jente/jenter/jenta vanntett/vanntette trådløs/trådløse/trådløst hjelm/hjelmer bil/biler ball/baller
      genser/gensere bøtte/bøtter vase/vaser leke/leker strikket/strikkede/strikka støvsuger/støvsugere møbel/møbler
      kabel/kabler flaske/flasker dukke/dukker saks/sakser sandal/sandaler bilde/bilder ramme/rammer vindu/vinduer
      mugge/mugger nål/nåler belte/belter vest/vester kurs/kurser krans/kranser linse/linser
      postboks/postbokser/postboksen kjeks/kjeksen laks/laksen skjorte/skjorter/skjorta/skjorten t-skjorte/t-skjorter
      skriver/skrivere/skriveren sommer/sommeren barometer/barometre/barometeret oljefilter/oljefiltre/oljefilteret
      fiskestang/fiskestenger nebbtang/nebbtenger kodelås/kodelåser/kodelåsen prikket/prikkete rutet/rutete
      oppladbar/oppladbare/oppladbart tynn/tynne/tynt lav/lave/lavt due/duer/dua koffert/kofferter/kofferten
      suppetallerken/suppetallerkner/suppetallerkenen mann/menn fot/føtter kne/knær ski/skiene lanterne/lanterner
      stjerne/stjerner antenne/antenner`,
    apart: `
      kopp/kopi stol/stolpe bord/bor lys/lyd seng/sang katt/kasse pute/pudder skje/sko lue/lukt penn/penger
      glass/glasur ring/ringeklokke ball/ballong bil/bilde boks/bok skjørt/skjorte saks/sak stang/tang`,
  },
  pt: {
    same: `
      frigideira/frigideiras casaco/casacos impermeável/impermeáveis sapato/sapatos botão/botões colchão/colchões
      pão/pães cão/cães mão/mãos avião/aviões calção/calções fogão/fogões limão/limões papel/papéis anel/anéis
      lençol/lençóis hotel/hotéis móvel/móveis telemóvel/telemóveis azul/azuis infantil/infantis funil/funis
      barril/barris flor/flores colher/colheres mulher/mulheres luz/luzes cruz/cruzes tapete/tapetes chave/chaves
      homem/homens nuvem/nuvens garagem/garagens jardim/jardins batom/batons amarelo/amarela/amarelos/amarelas
      preto/preta/pretos branco/branca/brancas pequeno/pequena vermelho/vermelha brinquedo/brinquedos cadeira/cadeiras
      mesa/mesas sofá/sofás lâmpada/lâmpadas televisor/televisores carregador/carregadores secador/secadores
      relógio/relógios óculos/óculos brinco/brincos bolsa/bolsas toalha/toalhas grão/grãos irmão/irmãos
      dourado/dourada/dourados elétrico/elétrica/elétricos português/portuguesa/portugueses vestido/vestidos
      camisa/camisas calça/calças saia/saias meia/meias chinelo/chinelos bota/botas faca/facas garfo/garfos copo/copos
      prato/pratos panela/panelas criança/crianças bebé/bebés menino/meninos menina/meninas café/cafés chá/chás
      cabo/cabos capa/capas bicicleta/bicicletas bola/bolas livro/livros caneta/canetas bom/bons marrom/marrons
      aspirador/aspiradores avental/aventais pincel/pincéis cordão/cordões camião/camiões edredão/edredões fio/fios
      álbum/álbuns bombom/bombons metal/metais guardanapo/guardanapos prateleira/prateleiras fácil/fáceis útil/úteis
      farol/faróis espelho/espelhos luva/luvas gravata/gravatas cachecol/cachecóis portátil/portáteis têxtil/têxteis
      lápis/lápis ténis/ténis calçado/calçados câmera/câmeras/câmara gelado/gelada/geladas quadrado/quadrada
      short/shorts top/tops kit/kits tablet/tablets jean/jeans legging/leggings blazer/blazers notebook/notebooks
      chapéu/chapéus troféu/troféus pneu/pneus pixel/pixels mocassim/mocassins`,
    apart: `
      prato/prata bolo/bola/bolso/bolsa porta/porto/porte capa/capacete mesa/mês colher/colheita pão/pá
      caneta/caneca/cano saia/saída meia/meio camisa/camisola cão/cana mala/malha/mola sal/sala vela/velo/véu
      cola/colar/colo/colher bota/botão/bote pente/pena faca/facto manta/manto calça/calçado/calçada gel/gelado/gelo
      cama/camada/câmera menino/menina garoto/garota noivo/noiva cinto/cinta linho/linha lixo/lixa copo/copa
      tampo/tampa tinto/tinta sal/salada bebê/bebida tom/tomada telha/telhado tecla/teclado macho/machado broca/brocado
      coco/cocada casa/case bata/bateria barra/barro cubo/cuba cano/cana pata/pato pele/pelo pesca/pescado/pescada
      pimenta/pimento ponta/ponte/ponto quadra/quadro/quadrado roda/rodo sapato/sapata sol/sola/solo solda/soldado
      taça/taco vinho/vinha cobra/cobre banco/bancada folha/folhado estrada/estrado amor/amora box/boxe`,
  },
  ro: {
    same: `
      tigaie/tigăi oală/oale pantof/pantofi cizmă/cizme geacă/geci rochie/rochii pernă/perne încărcător/încărcătoare
      telefon/telefoane televizor/televizoare/televizorul husă/huse prosop/prosoape cuțit/cuțite/cuțitul
      scaun/scaune/scaunul masă/mese jucărie/jucării bicicletă/biciclete cercel/cercei bec/becuri femeie/femei
      bărbat/bărbați copil/copii roșu/roșie/roșii/roșie negru/neagră/negri/negre alb/albă/albe/albi
      albastru/albastră/albastre galben/galbenă/galbene verde/verzi mic/mică/mici mare/mari nou/nouă/noi
      elegant/elegantă/elegante/eleganți lampă/lămpi cană/căni farfurie/farfurii pahar/pahare lingură/linguri
      furculiță/furculițe dulap/dulapuri covor/covoare perdea/perdele oglindă/oglinzi fustă/fuste cămașă/cămăși
      tricou/tricouri pantalon/pantaloni șosetă/șosete geantă/genți rucsac/rucsacuri ceas/ceasuri inel/inele
      brățară/brățări carte/cărți pix/pixuri caiet/caiete cheie/chei cablu/cabluri baterie/baterii câine/câini
      pisică/pisici cremă/creme șampon/șampoane parfum/parfumuri piele/piei lemn/lemne saltea/saltele canapea/canapele
      papuc/papuci adidas/adidași fotoliu/fotolii ghiveci/ghivece floare/flori casă/case burghiu/burghie
      șurub/șuruburi cutie/cutii sticlă/sticle electric/electrică/electrice/electrici aspirator/aspiratoare fier/fiare
      cuptor/cuptoare frigider/frigidere umbrelă/umbrele cravată/cravate eșarfă/eșarfe mănușă/mănuși ghete/gheată
      tablou/tablouri vază/vaze lumânare/lumânări perie/perii pieptene/piepteni săpun/săpunuri detergent/detergenți
      mașină/mașini păpușă/păpuși minge/mingi trotinetă/trotinete rochiță/rochițe bluză/bluze pulover/pulovere
      lanț/lanțuri/lanțurile/lanțul set/seturi/setul kit/kituri suport/suporturi raft/rafturi cort/corturi șorț/șorțuri
      blat/blaturi grătar/grătare/grătarul/grătarele sertar/sertare cântar/cântare calendar/calendare
      dicționar/dicționare sămânță/semințe/semințelor covoraș/covorașe/covorașul pătură/pături centură/centuri`,
    apart: `
      cană/canapea/câine masă/mască pernă/perie inel/inimă piele/piept fustă/fus ceas/ceai/ceară pantof/pantalon
      cheie/chec covoraș/covor lanț/lan`,
  },
  sv: {
    same: `
      stekpanna/stekpannor sko/skor stövel/stövlar/stövlarna jacka/jackor klänning/klänningar kudde/kuddar böna/bönor
      telefon/telefoner skal/skalen handduk/handdukar kniv/knivar/kniven stol/stolar/stolen cykel/cyklar
      leksak/leksaker lampa/lampor gardin/gardiner vante/vantar handske/handskar tröja/tröjor skjorta/skjortor
      byxa/byxor kjol/kjolar strumpa/strumpor mössa/mössor väska/väskor ryggsäck/ryggsäckar klocka/klockor ring/ringar
      örhänge/örhängen glasögon/glasögonen spegel/speglar matta/mattor soffa/soffor säng/sängar madrass/madrasser
      täcke/täcken lakan/lakanen bord/borden hylla/hyllor skåp/skåpen gryta/grytor kastrull/kastruller
      tallrik/tallrikar glas/glasen kopp/koppar mugg/muggar gaffel/gafflar sked/skedar kopp/koppen gul/gula/gult
      röd/röda/rött svart/svarta vit/vita/vitt grön/gröna/grönt blå/blåa/blått grå/gråa/grått stor/stora/stort
      pojke/pojkar flicka/flickor man/män hund/hundar katt/katter pensel/penslar nyckel/nycklar skruv/skruvar
      hammare/hammaren borr/borrar sladd/sladdar laddare/laddaren hörlur/hörlurar batteri/batterier kräm/krämer
      blomma/blommor kruka/krukor ljus/ljusen bok/böcker penna/pennor fot/fötter vattentät/vattentäta/vattentätt
      trådlös/trådlösa/trådlöst mörk/mörka/mörkt dyna/dynor pläd/plädar vas/vaser tavla/tavlor cykelhjälm/cykelhjälmar
      dammsugare/dammsugaren jeans/jeans lägenhet/lägenheter gungstol/gungstolar sandal/sandaler möbel/möbler
      kabel/kablar fjäril/fjärilar flaska/flaskor docka/dockor sax/saxar hallampa/hallampor spets/spetsar/spetsen
      lins/linser krans/kransar klots/klotsar yxa/yxor/yxorna/yxan åra/åror apa/apor`,
    apart: `
      kjol/kol stol/stolpe kopp/koppla penna/pensel lampa/lamm bord/borr bok/bock fat/fot vas/vass nyckel/nypon
      hatt/handske glas/glass ljus/ljud mössa/mus`,
  },
  tr: {
    same: `
      gömlek/gömlekler/gömleği
      koltuk/koltuklar/koltuğu/koltukları çanta/çantalar/çantası/çantaları masa/masası/masaları perde/perdesi
      ayakkabı/ayakkabılar/ayakkabısı/ayakkabıları sandalye/sandalyeler/sandalyesi halı/halılar/halısı/halıları
      kedi/kedisi tepsi/tepsiler/tepsisi çivi/çivisi vazo/vazolar/vazosu örtü/örtüler/örtüsü kutu/kutular/kutusu
      dolap/dolaplar/dolabı kitap/kitaplar/kitabı kılıf/kılıflar/kılıfı telefon/telefonu kablo/kablolar/kablosu
      kap/kaplar/kabı/kapları raf/raflar/rafı/rafları kol/kolu/kolları top/toplar/topu mum/mumlar/mumu/mumları
      gül/güller/gülü set/setler/seti cam/camı tel/telleri/teli çay/çaylar/çayı pil/piller/pili saç/saçları göz/gözü
      yağ/yağlar/yağı/yağları zeytinyağ/zeytinyağı süt/sütü bal/balı toz/tozu renk/renkler/rengi diş/dişleri
      kumaş/kumaşlar/kumaşı/kumaşları paspas/paspaslar/paspası kafes/kafesi termos/termoslar/termosu gümüş/gümüşü
      otobüs/otobüsü ananas/ananası dikiş/dikişi nakış/nakışı korniş/kornişler/kornişi servis/servisi ofis/ofisi
      kapı/kapılar/kapısı yazı/yazısı kulaklık/kulaklığı çiçek/çiçekler/çiçeği`,
    apart: `
      kap/kapı/kapak yaz/yazı kış/kişi kol/koli/koltuk elma/elmas dik/dikiş gir/giriş tava/tavan masa/masal top/topuk
      kedi/kemer raf/rafine gül/gülle sol/solo çanta/çan ten/tenis yem/yemiş bez/beze kep/kepçe org/örgü kül/kule
      küp/küpe don/dondurma dol/dolap pil/pilav kum/kumaş ter/terlik`,
  },
};
