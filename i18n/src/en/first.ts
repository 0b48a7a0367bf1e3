import { fields } from './fields.ts'
import { identity } from './identity.ts'
import { map } from './map.ts'
import { organisation } from './organisation.ts'
import { problems } from './problems.ts'
import { screens } from './screens.ts'
import { shell } from './shell.ts'
import { ui } from './ui.ts'
import { vehicles } from './vehicles.ts'

/** English texts of the pages most people open first, by domain. */
export const firstDomains = {
  fields,
  identity,
  map,
  organisation,
  problems,
  screens,
  shell,
  ui,
  vehicles,
} as const
