/** The first words of names. Lists of names have 64 entries, a power of two: so each pair is drawn once. */
export const colours: readonly string[] = list(
  'amber apricot ash azure beige bronze carmine cedar cerise citrine clay cobalt copper coral cream crimson cyan denim ebony ecru ember emerald fawn flint fuchsia garnet ginger gold green grey hazel heather indigo ivory jade jet khaki lilac lime linen maple maroon mauve mint mocha navy ochre olive onyx opal orange pearl pewter pink plum red rose ruby russet rust sable sage sand scarlet',
);
/** The second words of names. */
export const animals: readonly string[] = list(
  'adder badger beaver bison bittern buzzard caribou chamois civet condor cormorant crane curlew dipper dormouse dunlin egret eider elk ermine falcon ferret finch fox gannet gecko godwit grebe hare heron hoopoe ibex ibis jackal jay kestrel kite lapwing lark lemur linnet lynx magpie marten merlin newt ocelot osprey otter petrel pipit plover puffin quail raven robin sandpiper shrike stoat swift tern viper wren yak',
);
/** The first names of persons. */
export const givenNames: readonly string[] = list(
  'Ada Aiko Alma Amir Ana Anton Asha Bela Carla Chen Clara Dana Daniel David Elena Elif Emil Emma Erik Eva Farah Felix Femi Gita Hana Hugo Ines Iris Ivan Jan Jonas Jun Kai Karim Kofi Lars Lea Leila Leo Lina Luca Maja Marco Maria Mei Mila Mina Nadia Nina Noah Nora Olga Omar Oscar Paula Petra Ravi Rosa Samir Sara Sofia Tariq Tomas Yuki',
);
/** The last names of persons. */
export const familyNames: readonly string[] = list(
  'Abe Adeyemi Ahmed Alvarez Andersen Bauer Becker Bianchi Boateng Brown Castro Costa Cruz Dubois Fischer Fontana Garcia Gruber Haddad Hansen Hoffmann Horvat Ito Ivanov Jansen Johansson Kaya Keller Khan Kim Kovacs Kowalski Larsen Lee Lindqvist Lopez Martin Meyer Moreau Mori Mueller Nakamura Nguyen Nielsen Novak Okafor Olsen Park Patel Petrov Popov Ricci Rossi Sato Schmidt Silva Singh Smith Suzuki Tanaka Toth Weber Wong Yilmaz',
);

/** Nouns, for sentences and names of things. */
export const words: readonly string[] = list(
  'access account alert alpha archive asset audit backup balance batch beacon bridge budget cache camera channel cluster console control customer data delivery detail door edge engine entry event export field fleet gate group guide index input item kernel label level light limit link list local main map meter module monitor north notice output panel plan point portal power project queue range relay report route sensor service signal',
);

/** Names of cities. */
export const cities: readonly string[] = list(
  'Amsterdam Athens Auckland Barcelona Bergen Berlin Bogota Boston Brussels Bucharest Budapest Cairo Chicago Copenhagen Dakar Denver Dublin Geneva Ghent Hamburg Helsinki Jakarta Kyoto Lagos Lima Lisbon London Lyon Madrid Malmo Manila Melbourne Milan Montreal Munich Nairobi Naples Osaka Oslo Paris Perth Porto Prague Quito Riga Rome Rotterdam Santiago Seattle Seoul Seville Sofia Stockholm Sydney Taipei Tallinn Tampa Tokyo Toronto Turin Utrecht Valencia Vienna Zurich',
);

function list(text: string): readonly string[] {
  return text.split(' ');
}
