/** Finnish words that mean the same in shops. See `common-synonyms.ts`. */
export const FINNISH_SYNONYMS = `
  kännykkä, matkapuhelin, älypuhelin
  kännykkä > puhelin
  puhelinkuori, kännykkäkuori, puhelimen kuori, kännykän kuori
  kannettava tietokone, läppäri, laptop
  telkkari, televisio, tv
  powerbank, varavirtalähde, virtapankki
  usb tikku, muistitikku, usb muisti
  kiintolevy, hdd
  kovalevy > kiintolevy
  näytönohjain, grafiikkakortti
  prosessori, suoritin
  cpu > prosessori, suoritin
  keskusmuisti, ram muisti
  tietokonenäyttö, tietokoneen näyttö, pc näyttö, tietokonemonitori
  pelinäyttö, pelimonitori
  näppäimistö, näppis
  tulostin, printteri
  verkkokaapeli, lan kaapeli, ethernet kaapeli
  headset, kuulokemikrofoni
  luurit > kuulokkeet
  älykello, smartwatch
  aktiivisuusranneke, älyranneke
  peliohjain, gamepad
  kaukosäädin, kauko-ohjain
  jatkojohto, jatkoroikka
  led nauha, ledinauha, valonauha
  langaton, johdoton
  langattomat, johdottomat

  jääkaappipakastin, jääpakastinkaappi
  pakastearkku, arkkupakastin, säiliöpakastin
  pakastekaappi, pakastinkaappi, kaappipakastin
  pyykinpesukone, pyykkikone
  astianpesukone, tiskikone, astiainpesukone
  tiskiaine, astianpesuaine
  konetiskitabletti, tiskitabletti, astianpesutabletti
  mikro > mikroaaltouuni
  sähköliesi, sähköhella
  kaasuliesi, kaasuhella
  liesitaso, keittotaso
  kalusteuuni, erillisuuni
  liesituuletin, liesikupu
  kahvinkeitin, kahvikone
  vedenkeitin, vesikeitin
  tehosekoitin, blenderi
  airfryer, kiertoilmakypsennin, kuumailmakypsennin
  robotti-imuri, imurirobotti, robottipölynimuri
  hiustenkuivaaja, fööni
  föön > hiustenkuivaaja
  työtuoli, toimistotuoli
  kirjoituspöytä > työpöytä
  kattovalaisin, kattolamppu
  pöytävalaisin, pöytälamppu
  lattiavalaisin, lattialamppu, jalkalamppu
  seinävalaisin, seinälamppu
  riippuvalaisin, riippulamppu
  ulkovalaisin, ulkovalo, ulkolamppu
  yövalo, yölamppu
  petauspatja, sijauspatja
  joustinpatja, jousipatja
  rullaverho, rullakaihdin
  keittiöpyyhe, astiapyyhe
  roskakori, roskis, roska-astia, roskapönttö
  roskapussi, jätepussi
  talouspaperi, keittiöpaperi, keittiörulla
  vessapaperi, wc paperi, toalettipaperi
  alumiinifolio, foliopaperi, alufolio
  tuorekelmu, elmukelmu
  vesihana > hana
  vesipullo, juomapullo
  eväsrasia, lounasrasia
  termari > termospullo, termoskannu
  korkkiruuvi, viininavaaja
  aterimet, ruokailuvälineet
  palovaroitin, palohälytin, savuvaroitin, savuhälytin

  lenkkarit, lenkkikengät, lenkkitossut, sneakerit
  tennarit, sneakerit
  tossut, tohvelit, aamutossut
  farkut, farmarihousut, jeans
  huppari, huppupusero
  hoodie > huppari, huppupusero
  collegepaita, svetari, collegepusero
  neuletakki, cardigan
  villatakki > neuletakki
  villapaita, neulepaita, neulepusero
  t paita, teepaita
  alushousut, alkkarit
  pikkuhousut, naisten alushousut
  rintaliivit, rintsikat
  sukkahousut, sukkikset
  leggingsit, legginsit
  aamutakki, kylpytakki
  kumisaappaat, kumpparit, sadesaappaat
  selkäreppu > reppu
  vyölaukku, vyötärölaukku
  lompakko, rahapussi, kukkaro
  pipo, myssy
  beanie > pipo, myssy
  hanskat, käsineet, hansikkaat
  lapaset, tumput
  kaulahuivi, kaulaliina
  tuubihuivi, putkihuivi
  aurinkolasit, arskat
  korvakorut, korvikset
  pinkki, vaaleanpunainen

  itkuhälytin, vauvahälytin
  yhdistelmävaunut, yhdistelmärattaat
  pehmolelu, pehmoeläin
  aurinkovoide, aurinkorasva
  huulivoide, huulirasva
  käsivoide, käsirasva
  hajuvesi, parfyymi, parfum
  ripsiväri, maskara, mascara
  meikkivoide, foundation
  vanupuikko, pumpulipuikko, topsipuikko
  vanulappu, pumpulilappu
  parranajokone, partakone
  särkylääke, kipulääke

  akkuporakone, akkupora
  ruuvimeisseli, ruuvitaltta
  kuusiokoloavain, kuusioavain, allen avain
  kulmahiomakone, rälläkkä
  pyörösaha, sirkkeli
  moottorisaha, ketjusaha, motosaha
  mattoveitsi, mattopuukko, katkoteräveitsi
  vatupassi, vesivaaka
  hiomapaperi, hiekkapaperi, santapaperi
  nippuside, johdinside, kaapeliside
  ilmastointiteippi, jesari, jeesusteippi
  monitoimityökalu, multitool
  taskulamppu, fikkari
  otsalamppu, otsavalo, otsavalaisin
  robottiruohonleikkuri, ruohonleikkuurobotti, robottileikkuri
  ruohotrimmeri, siimaleikkuri, nurmikkotrimmeri
  painepesuri, korkeapainepesuri, painepesin
  puutarhaletku, kasteluletku, vesiletku

  polkupyörä, fillari
  sähköpyörä, sähköpolkupyörä, ebike
  pyöräilykypärä, pyöräkypärä, polkupyöräkypärä
  moottoripyörä, motskari, prätkä
  auton akku, autonakku, käynnistysakku
  raitisilmasuodatin, siitepölysuodatin
  pyyhkijänsulka, pyyhkijänsulat, tuulilasinpyyhkijä
  jääskrapa, jääraappa
  kylmälaukku, kylmäkassi
  retkipatja > makuualusta
  hyttyskarkote, hyttysmyrkky
  uistin, viehe
  skeittilauta, rullalauta
  kahvakuula, kettlebell
  talutushihna, koiranhihna, koiran hihna
  raapimispuu, kiipeilypuu
  lautapeli, seurapeli
  kuulakärkikynä, kuivamustekynä
  korostuskynä, yliviivauskynä
  värikynä, puuvärikynä
  paperisilppuri, asiakirjasilppuri
  bassokitara, sähköbasso
  limsa, limonadi, virvoitusjuoma
  kivennäisvesi, vissy, vichy
  kookosöljy, kookosrasva
`;
