import { writeFileSync } from 'node:fs'
import { buildRegionForParent } from './places/regions/places.pack-builder.ts'

// Where memory runs out, the kernel ends this process, and neither the database nor the server.
try {
  writeFileSync('/proc/self/oom_score_adj', '900')
} catch {
  // Not Linux, or not allowed: the bounds of the heap remain.
}
buildRegionForParent()
