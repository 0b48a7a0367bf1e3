import { account } from './account.ts'
import { audit } from './audit.ts'
import { commands } from './commands.ts'
import { companies } from './companies.ts'
import { devices } from './devices.ts'
import { directory } from './directory.ts'
import { dispatch } from './dispatch.ts'
import { events } from './events.ts'
import { grid } from './grid.ts'
import { ground } from './ground.ts'
import { history } from './history.ts'
import { mapScreen } from './map-screen.ts'
import { monitoring } from './monitoring.ts'
import { palette } from './palette.ts'
import { panel } from './panel.ts'
import { places } from './places.ts'
import { radar } from './radar.ts'
import { regions } from './regions.ts'
import { services } from './services.ts'
import { tree } from './tree.ts'
import { users } from './users.ts'
import { vehicleDetails } from './vehicle-details.ts'
import { vehicleForm } from './vehicle-form.ts'
import { vehicleRecord } from './vehicle-record.ts'
import { work } from './work.ts'

/** English texts that may come once the first page stands, by domain. */
export const laterDomains = {
  account,
  audit,
  commands,
  companies,
  devices,
  directory,
  dispatch,
  events,
  grid,
  ground,
  history,
  mapScreen,
  monitoring,
  palette,
  panel,
  radar,
  places,
  regions,
  services,
  tree,
  users,
  vehicleForm,
  vehicleRecord,
  vehicleDetails,
  work,
} as const
