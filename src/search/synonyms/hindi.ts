/**
 * Hindi words that mean the same in shops. Shops and shoppers write the same word in Devanagari or as in English, with
 * Latin letters. See `common-synonyms.ts`.
 */
export const HINDI_SYNONYMS = `
  मोबाइल, फोन, स्मार्टफोन, mobile, phone
  चार्जर, charger
  लैपटॉप, laptop
  टीवी, टेलीविजन, tv
  घड़ी, watch
  पंखा, फैन, fan
  फ्रिज, रेफ्रिजरेटर, fridge
  वाशिंग मशीन, washing machine
  हेडफोन, headphone
  बल्ब, bulb
  बैटरी, battery

  प्रेशर कुकर, pressure cooker
  कुकर, cooker
  कड़ाही, कढ़ाई, kadhai, kadai
  तवा, tawa
  बर्तन, utensils
  प्लेट, तश्तरी, plate
  कटोरा, बाउल, bowl
  कप, प्याला, cup
  गिलास, ग्लास, glass
  बोतल, बॉटल, bottle
  चम्मच, spoon
  चाकू, छुरी, knife
  डिब्बा, डब्बा, कंटेनर
  टिफिन, लंच बॉक्स, tiffin, lunch box
  केतली, केटल, kettle
  मिक्सर, मिक्सी, mixer
  चूल्हा, स्टोव, stove
  फ्राइंग पैन, फ्राई पैन, frying pan, fry pan

  कपड़े, वस्त्र, clothes
  साड़ी, saree, sari
  कुर्ता, kurta
  कुर्ती, kurti
  लहंगा, lehenga, lehnga
  दुपट्टा, dupatta, चुनरी, चुन्नी
  सलवार, salwar
  शर्ट, कमीज़, shirt
  टी-शर्ट, टीशर्ट, t-shirt, tshirt
  पैंट, पतलून, pant, pants, trousers
  जींस, jeans
  जैकेट, jacket
  स्वेटर, sweater
  जूते, शूज़, shoes
  चप्पल, slippers
  सैंडल, sandal
  मोज़े, जुराब, socks
  टोपी, कैप, cap
  बैग, थैला, bag
  बेल्ट, belt
  पर्स, बटुआ, वॉलेट, wallet
  सूती, कॉटन, cotton
  रेशमी, सिल्क, silk
  महिला, औरत, लेडीज़, women, ladies
  पुरुष, मेन्स, जेंट्स, men, mens
  बच्चा, किड्स, kids

  तकिया, pillow
  चादर, बेडशीट, bedsheet
  तौलिया, टॉवल, towel
  पर्दा, curtain
  कंबल, blanket
  झाड़ू, broom
  साबुन, soap
  शैम्पू, shampoo
  तेल, oil
  चीनी, शक्कर, sugar
  आटा, atta
  चावल, rice
  दाल, dal
  चाय, tea
  किताब, पुस्तक, बुक, book
  खिलौना, toy

  लाल, red
  काला, black
  सफेद, white
  नीला, ब्लू, blue
  हरा, green
  पीला, yellow
  गुलाबी, पिंक, pink
  स्टील, steel
  प्लास्टिक, plastic
  लकड़ी, wooden
  चमड़ा, लेदर, leather
  पानी, water
  सेट, set
`;
