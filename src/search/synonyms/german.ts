/** German words that mean the same in shops, some of them Austrian and Swiss. See `common-synonyms.ts`. */
export const GERMAN_SYNONYMS = `
  handy, smartphone, mobiltelefon
  handyhülle, smartphonehülle, handycase
  druckerpatrone, tintenpatrone
  laptop, notebook
  fernseher, tv, fernsehgerät
  powerbank, zusatzakku
  usb stick, speicherstick
  festplatte, hdd
  grafikkarte, gpu
  prozessor, cpu
  arbeitsspeicher, ram modul, ram riegel
  ram > arbeitsspeicher
  netzwerkkabel, lan kabel, patchkabel, ethernetkabel
  bildschirm, monitor
  videokamera, camcorder
  spielkonsole > konsole

  sofa, couch
  nachttisch, nachtkästchen, nachtkonsole
  sessel, lehnstuhl
  kleiderschrank, garderobenschrank
  kissen, polster
  bettdecke, steppdecke, duvet
  bettlaken, leintuch, spannbettlaken
  gardine, vorhang
  hängelampe, pendellampe
  led streifen, led strip, led band
  badvorleger, badematte, badteppich
  bürostuhl, schreibtischstuhl
  lampe, leuchte
  glühbirne, leuchtmittel, glühlampe
  mülleimer, abfalleimer, mistkübel, papierkorb
  staubsauger, sauger
  kühlschrank, eiskasten
  trockner, wäschetrockner
  dunstabzugshaube, dunsthaube
  kaffeemaschine, kaffeevollautomat
  pfannenwender, wender
  alufolie, aluminiumfolie
  küchenrolle, haushaltsrolle
  klopapier, toilettenpapier, wc papier
  wasserhahn > armatur
  besteck, tafelbesteck
  trinkflasche, wasserflasche
  brotdose, lunchbox, jausenbox

  turnschuhe, sneaker
  hausschuhe, pantoffeln
  gummistiefel, regenstiefel
  pullover, pulli, sweater
  strickjacke, cardigan
  badeanzug, schwimmanzug
  morgenmantel, bademantel
  rucksack, backpack
  bauchtasche, hüfttasche
  koffer, trolley
  geldbörse, geldbeutel, portemonnaie
  mütze, beanie
  jeans, jeanshose

  schnuller, nuggi
  kinderwagen, buggy
  sonnencreme, sonnenmilch, sonnenschutz
  föhn, haartrockner, fön
  pflaster, wundpflaster

  akkuschrauber, akkubohrschrauber
  cuttermesser, teppichmesser
  inbusschlüssel, innensechskantschlüssel
  maßband, bandmaß, rollmeter
  gipskarton, rigips
  steckdosenleiste, mehrfachstecker, verteilersteckdose
  verlängerungskabel, verlängerung
  taschenlampe, stablampe
  gartenschlauch, wasserschlauch
  grill, barbecue
  rasentrimmer, fadenmäher
  dübel, spreizdübel
  inbus, innensechskant
  inbusschraube, innensechskantschraube
  stoppmutter, selbstsichernde mutter
  v2a > edelstahl
  klebeband, tesafilm

  fahrrad, velo, bike
  auto, pkw
  motorrad, töff
  hundeleine, leine
  aquarium, fischbecken
  stofftier, plüschtier, kuscheltier
  springseil, seilspringen
  kugelschreiber, kuli
  textmarker, leuchtstift, leuchtmarker
  briefumschlag, kuvert, briefkuvert
  prospekthülle, klarsichthülle
  aktenvernichter, schredder, reißwolf
  heftgerät, tacker
  radiergummi, radierer
  geschenkpapier, einpackpapier

  brötchen, semmel
  kartoffel, erdapfel
  tomate, paradeiser
  sahne, rahm, obers
  quark, topfen
  aprikose, marille
  pflaume, zwetschge, zwetschke
  hackfleisch, faschiertes
  bonbon, zuckerl
  keks, plätzchen
  mais, kukuruz

  wattestäbchen, ohrenstäbchen
  zahnpasta, zahncreme
  mundspülung, mundwasser
  kondom, präservativ
  autobatterie, starterbatterie
  innenraumfilter, pollenfilter
  scheibenwischer, wischerblatt, wischblatt
  korkenzieher, weinöffner
  reißverschluss, zippverschluss
  geige, violine
  e gitarre, elektrogitarre
  bassgitarre, e bass
  drumsticks, trommelstöcke
  größe > gr
`;
