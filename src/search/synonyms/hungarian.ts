/** Hungarian words that mean the same in shops. See `common-synonyms.ts`. */
export const HUNGARIAN_SYNONYMS = `
  okostelefon, mobiltelefon
  mobil > mobiltelefon, okostelefon
  telefontok, mobiltok, mobiltelefon tok
  laptop, notebook, hordozható számítógép
  táblagép, tablet
  televízió, tv
  tévé > televízió, tv
  powerbank, külső akkumulátor, vésztöltő
  pendrive, usb kulcs, usb memória
  merevlemez, hdd
  winchester > merevlemez
  videokártya, grafikus kártya
  cpu > processzor
  memóriamodul, ram memória, ram modul
  képernyő > monitor
  klaviatúra > billentyűzet
  nyomtató, printer
  festékpatron, nyomtatópatron
  tintapatron > festékpatron
  lan kábel, ethernet kábel, utp kábel
  headset, mikrofonos fejhallgató
  hangfal > hangszóró
  okosóra, smartwatch
  aktivitásmérő, okoskarkötő, fitneszkarkötő
  gamepad, játékvezérlő, játékkontroller
  távirányító, távvezérlő
  webkamera, webcam
  kijelzővédő, képernyővédő
  üvegfólia, kijelzővédő üveg
  vezeték nélküli, wireless
  akkumulátor, akku

  hűtőszekrény, hűtőgép, frizsider
  hűtő > hűtőszekrény
  fagyasztó, mélyhűtő
  mikrohullámú sütő, mikrosütő
  mikró > mikrohullámú sütő
  páraelszívó, szagelszívó
  kávéfőző, kávégép
  botmixer, rúdmixer
  turmixgép, blender
  robotgép, konyhagép
  forrólevegős sütő, airfryer, forrólevegős fritőz
  bojler, vízmelegítő
  robotporszívó, takarítórobot
  porzsák, porszívózsák
  hajszárító, hajszárítógép
  hajvasaló, hajsimító, hajegyenesítő
  hajsütővas, hajgöndörítő
  klíma, légkondi, légkondicionáló

  kanapé, szófa, dívány
  ruhásszekrény, gardróbszekrény, gardrób
  dohányzóasztal, kávézóasztal
  irodai szék, irodaszék, forgószék
  számítógépasztal > íróasztal
  fotel, karosszék
  sötétítő függöny, blackout függöny
  állólámpa, padlólámpa
  izzó, villanykörte
  égő > izzó
  led izzó, led égő
  fényfüzér, égősor
  led szalag, led csík
  fejlámpa, homloklámpa
  elemlámpa, zseblámpa
  szemetes, kuka, hulladékgyűjtő
  szemeteszsák, kukazsák
  törölköző, törülköző
  paplan, dunyha
  papírtörlő, törlőpapír
  wc papír, toalettpapír, vécépapír
  alufólia, alumínium fólia
  folpack, frissentartó fólia
  csap > csaptelep
  kulacs, vizespalack, ivópalack
  uzsonnásdoboz, lunch box
  dugóhúzó, bornyitó
  seprű, söprű, partvis
  felmosó, mop
  ruhaszárító, fregoli

  edzőcipő, sportcipő, tornacipő, sneaker
  mamusz, házi papucs
  flip flop, lábujjközös papucs, vietnámi papucs
  gumicsizma, esőcsizma
  farmer > farmernadrág, jeans
  farmernadrág, jeans
  kapucnis pulóver, kapucnis felső
  hoodie > kapucnis pulóver, kapucnis felső
  pulóver, pulcsi
  kardigán, cardigan
  t shirt > póló
  fürdőruha, úszódressz
  fürdőnadrág, fürdőshort, úszónadrág
  köntös, fürdőköpeny
  leggings, cicanadrág
  szabadidőruha, tréningruha
  melegítőnadrág, szabadidőnadrág, joggingnadrág, tréningnadrág
  esőkabát, esődzseki
  hátizsák, hátitáska
  övtáska, hasitáska
  pénztárca, brifkó
  bőrönd, koffer
  kézitáska, retikül
  beanie > kötött sapka
  baseball sapka, siltes sapka, simléderes sapka
  fülbevaló, fülönfüggő
  cipzár, zipzár, villámzár
  gyerek, gyermek
  rózsaszín, pink

  előke, partedli
  bébiőr, babaőr
  gyerekülés, gyermekülés
  plüssállat, plüssfigura, plüssjáték
  naptej, napkrém, fényvédő krém
  dezodor, izzadásgátló
  parfüm > eau de parfum, eau de toilette, kölnivíz
  hajbalzsam, hajkondicionáló
  szempillaspirál, maszkara
  rúzs, ajakrúzs
  ajakápoló, ajakbalzsam, ajakír
  szájvíz, szájöblítő
  fültisztító pálcika, vattapálcika, fülpiszkáló
  sebtapasz, ragtapasz
  óvszer, kondom
  villanyborotva, elektromos borotva
  hajvágó > hajnyíró

  akkus, akkumulátoros
  csavarozó, csavarbehajtó
  flex > sarokcsiszoló
  imbuszkulcs, hatszögkulcs, allen kulcs
  franciakulcs, állítható villáskulcs, állítható csavarkulcs
  sniccer, tapétavágó, barkácskés
  gyorskötöző, kábelkötegelő, kábelkötöző
  csiszolópapír, smirgli, dörzspapír
  ragasztószalag, cellux
  gipszkarton, rigips
  láncfűrész, motorfűrész, motoros fűrész
  orrfűrész, szablyafűrész, kardfűrész
  szúrófűrész, dekopírfűrész
  körfűrész, cirkula
  robotfűnyíró, fűnyíró robot
  szegélynyíró, fűszegélynyíró
  sövényvágó, sövénynyíró
  ágaprító, ágdaráló, komposztaprító
  magasnyomású mosó, nagynyomású mosó
  locsolótömlő, locsolócső, kerti tömlő, slag

  kerékpár, bicikli, bringa
  kerékpáros, biciklis
  elektromos kerékpár, e kerékpár, ebike
  elektromos roller, e roller
  autó, gépkocsi
  autógumi, gumiabroncs
  téli gumi, téli abroncs, téli gumiabroncs
  nyári gumi, nyári abroncs, nyári gumiabroncs
  négyévszakos gumi, négyévszakos abroncs, négyévszakos gumiabroncs
  ablaktörlő lapát, ablaktörlőlapát, törlőlapát
  pollenszűrő, utastérszűrő
  autó akkumulátor, indítóakkumulátor
  bikakábel, indítókábel
  bukósisak, motoros sisak
  gördeszka, skateboard
  görkorcsolya, görkori
  polifoam > derékalj
  horgászbot, pecabot
  bojli, boilie
  kettlebell, füles súlyzó
  futópad, futógép
  ugrókötél, ugrálókötél
  jógamatrac, jógaszőnyeg
  fitneszlabda, gimnasztikai labda
  futball > foci
  futball labda > focilabda
  asztalitenisz, pingpong, ping pong

  kutyaeledel, kutyatáp, kutyaeleség
  macskaeledel, macskatáp, macskaeleség
  kaparófa, macskabútor
  iratmegsemmisítő, papírdaráló, iratdaráló
  post it, öntapadós jegyzettömb, öntapadó jegyzettömb
  számológép, kalkulátor
  mappa, dosszié
  puzzle, kirakó, kirakós
  társas > társasjáték
  kisautó, játékautó
  távirányítós autó, rc autó
  lufi, léggömb
  elektromos gitár, villanygitár
  burgonya, krumpli
  sárgabarack, kajszibarack, kajszi
  kókuszolaj, kókuszzsír
  fehérjepor, proteinpor
`;
