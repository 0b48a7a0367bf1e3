import { account } from './account.ts'
import { audit } from './audit.ts'
import { commands } from './commands.ts'
import { companies } from './companies.ts'
import { devices } from './devices.ts'
import { directory } from './directory.ts'
import { dispatch } from './dispatch.ts'
import { history } from './history.ts'
import { monitoring } from './monitoring.ts'
import { services } from './services.ts'
import { tree } from './tree.ts'
import { users } from './users.ts'
import { work } from './work.ts'

/** Spanish texts that may come once the first page stands, by domain. */
export const laterDomains = {
  account,
  audit,
  commands,
  companies,
  devices,
  directory,
  dispatch,
  history,
  monitoring,
  services,
  tree,
  users,
  work,
} as const
