import { flatten } from '../texts.ts'
import { account } from './account.ts'
import { audit } from './audit.ts'
import { directory } from './directory.ts'
import { dispatch } from './dispatch.ts'
import { fields } from './fields.ts'
import { identity } from './identity.ts'
import { map } from './map.ts'
import { monitoring } from './monitoring.ts'
import { organisation } from './organisation.ts'
import { problems } from './problems.ts'
import { screens } from './screens.ts'
import { services } from './services.ts'
import { shell } from './shell.ts'
import { tree } from './tree.ts'
import { ui } from './ui.ts'
import { users } from './users.ts'
import { vehicles } from './vehicles.ts'
import { work } from './work.ts'

/** Spanish texts by domain: the source of every key's type. */
export const domains = {
  account,
  audit,
  directory,
  dispatch,
  fields,
  identity,
  map,
  monitoring,
  organisation,
  problems,
  screens,
  services,
  shell,
  tree,
  ui,
  users,
  vehicles,
  work,
} as const

/** Spanish texts by `domain.key`. */
export const texts = flatten(domains)
