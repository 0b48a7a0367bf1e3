import { serveRoads } from './places/roads/places.roads.host.ts'
import { createPortableHost } from './places/roads/places.roads.portable.ts'
import { createValhallaHost } from './places/roads/places.valhalla.host.ts'

/** Roads in a process of their own: long searches and native code stay away from the API. */
serveRoads(process.argv[2] === 'valhalla' ? await createValhallaHost() : createPortableHost())
