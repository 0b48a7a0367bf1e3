import { writeFileSync } from 'node:fs'
import { buildRegionForParent } from './places/regions/places.pack-builder.ts'

// Makes the kernel end this process, not the database or the server, when memory runs out.
try {
  writeFileSync('/proc/self/oom_score_adj', '900')
} catch {
  // Not Linux, or not permitted: the heap limit still applies.
}
buildRegionForParent()
