/** Polish words that mean the same in shops. See `common-synonyms.ts`. */
export const POLISH_SYNONYMS = `
  smartfon, telefon komórkowy, komórka
  laptop, notebook
  telewizor, tv
  słuchawki douszne, słuchawki dokanałowe
  powerbank, bateria zewnętrzna
  pendrive, pamięć usb
  dysk twardy, hdd
  karta graficzna, gpu
  procesor, cpu

  sofa, kanapa
  szafka nocna, stolik nocny
  kołdra, pierzyna
  lampa stojąca, lampa podłogowa
  kosz na śmieci, pojemnik na śmieci
  lodówka, chłodziarka
  bidon, butelka na wodę

  męski, dla mężczyzn
  damski, dla kobiet
  dziecięcy, dla dzieci
  sneakersy, adidasy, buty sportowe
  kapcie, pantofle
  sweter, pulower
  strój kąpielowy, kostium kąpielowy
  kalosze, gumowce
  plecak, tornister
  portfel, portmonetka
  perfumy, woda perfumowana
  krem do opalania, krem przeciwsłoneczny
  wózek dziecięcy, spacerówka

  klucz imbusowy, klucz sześciokątny
  miarka, miara zwijana, metrówka, taśma miernicza
  karton gips, płyta gipsowa
  podkaszarka, podcinarka
  samochód, auto
  motocykl, motor
  pluszak, maskotka, przytulanka
  ziemniak, kartofel

  prezerwatywa, kondom
  patyczki do uszu, patyczki higieniczne
  kolorowanka, malowanka
  filtr kabinowy, filtr przeciwpyłkowy
  kierunkowskaz, migacz
  korkociąg, otwieracz do wina
  zamek błyskawiczny, suwak
  kostka gitarowa, plektron
  wędka, wędzisko
  kulki proteinowe, boilies
  szkło hartowane, szkło ochronne
  ładowarka bezprzewodowa, ładowarka indukcyjna

  zestaw, komplet
  wkrętak, śrubokręt
  klucz nastawny, klucz francuski
  szlifierka kątowa, kątówka
  kompresor, sprężarka
  obcęgi > szczypce
  opaska zaciskowa, trytytka
  przewód, kabel
  gniazdo, gniazdko
  płytki, kafelki, glazura
  bateria > akumulator
  maska, maseczka
`;
