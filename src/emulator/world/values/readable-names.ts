/** The words of names: 64 of each, a power of two, so that each pair is drawn once. */
const [colours, animals] = [
  'amber apricot ash azure beige bronze carmine cedar cerise citrine clay cobalt copper coral cream crimson cyan denim ebony ecru ember emerald fawn flint fuchsia garnet ginger gold green grey hazel heather indigo ivory jade jet khaki lilac lime linen maple maroon mauve mint mocha navy ochre olive onyx opal orange pearl pewter pink plum red rose ruby russet rust sable sage sand scarlet',
  'adder badger beaver bison bittern buzzard caribou chamois civet condor cormorant crane curlew dipper dormouse dunlin egret eider elk ermine falcon ferret finch fox gannet gecko godwit grebe hare heron hoopoe ibex ibis jackal jay kestrel kite lapwing lark lemur linnet lynx magpie marten merlin newt ocelot osprey otter petrel pipit plover puffin quail raven robin sandpiper shrike stoat swift tern viper wren yak',
].map((text) => text.split(' ')) as [string[], string[]];

/** Odd, so that multiplying by it visits each of the 4,096 (a power of two) pairs once before it repeats one. */
const stride = 1789;

/** The readable name of the object at `index`, e.g. `amber-falcon`; unique, since later rounds have a number. */
export function nameAt(index: number, offset: number): string {
  const pair = (index * stride + offset) % 4096;
  const round = Math.floor(index / 4096);
  const name = `${colours[pair >>> 6]}-${animals[pair & 63]}`;
  return round === 0 ? name : `${name}-${round + 1}`;
}
