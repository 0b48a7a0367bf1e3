import { flatten } from '../texts.ts'
import { account } from './account.ts'
import { directory } from './directory.ts'
import { dispatch } from './dispatch.ts'
import { fields } from './fields.ts'
import { identity } from './identity.ts'
import { map } from './map.ts'
import { organisation } from './organisation.ts'
import { problems } from './problems.ts'
import { screens } from './screens.ts'
import { services } from './services.ts'
import { shell } from './shell.ts'
import { ui } from './ui.ts'
import { users } from './users.ts'
import { vehicles } from './vehicles.ts'

/** English texts by `domain.key`. */
export const texts = flatten({
  account,
  directory,
  dispatch,
  fields,
  identity,
  map,
  organisation,
  problems,
  screens,
  services,
  shell,
  ui,
  users,
  vehicles,
})
