import { serveRoads } from './places/roads/places.roads.host.ts'
import { createPortableHost } from './places/roads/places.roads.portable.ts'
import { createValhallaHost } from './places/roads/places.valhalla.host.ts'

/** Runs a roads engine in its own process, to isolate long searches and native code from the API. */
serveRoads(process.argv[2] === 'valhalla' ? await createValhallaHost() : createPortableHost())
