const colours =
  'amber apricot ash azure beige bronze carmine cedar cerise citrine clay cobalt copper coral cream crimson cyan denim ebony ecru ember emerald fawn flint fuchsia garnet ginger gold green grey hazel heather indigo ivory jade jet khaki lilac lime linen maple maroon mauve mint mocha navy ochre olive onyx opal orange pearl pewter pink plum red rose ruby russet rust sable sage sand scarlet'.split(
    ' ',
  );
const animals =
  'adder badger beaver bison bittern buzzard caribou chamois civet condor cormorant crane curlew dipper dormouse dunlin egret eider elk ermine falcon ferret finch fox gannet gecko godwit grebe hare heron hoopoe ibex ibis jackal jay kestrel kite lapwing lark lemur linnet lynx magpie marten merlin newt ocelot osprey otter petrel pipit plover puffin quail raven robin sandpiper shrike stoat swift tern viper wren yak'.split(
    ' ',
  );

const pairs = colours.length * animals.length;

/** Odd, so that multiplying by it visits each of the 4,096 (a power of two) pairs once before it repeats one. */
const stride = 1789;

/** The readable name of the object at `index`, e.g. `amber-falcon`; unique, since later rounds are numbered. */
export function nameAt(index: number, offset: number): string {
  const pair = (index * stride + offset) % pairs;
  const round = Math.floor(index / pairs);
  const name = `${colours[Math.floor(pair / animals.length)]}-${animals[pair % animals.length]}`;
  return round === 0 ? name : `${name}-${round + 1}`;
}
