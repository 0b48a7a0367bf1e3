import * as account from './account.contract.ts'
import * as audit from './audit.contract.ts'
import * as commands from './commands.contract.ts'
import * as companyTree from './company-tree.contract.ts'
import * as devices from './devices.contract.ts'
import * as directory from './directory.contract.ts'
import * as dispatch from './dispatch.contract.ts'
import type { Endpoint } from './endpoint.ts'
import * as identity from './identity.contract.ts'
import * as mails from './mails.contract.ts'
import * as monitoring from './monitoring.contract.ts'
import * as organisation from './organisation.contract.ts'
import * as places from './places.contract.ts'
import * as services from './services.contract.ts'
import * as telemetry from './telemetry.contract.ts'
import * as users from './users.contract.ts'
import * as vehicles from './vehicles.contract.ts'
import * as work from './work.contract.ts'

const contracts = [
  identity,
  account,
  users,
  organisation,
  companyTree,
  directory,
  vehicles,
  telemetry,
  devices,
  commands,
  services,
  dispatch,
  places,
  audit,
  mails,
  work,
  monitoring,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every endpoint of the product, for OpenAPI, the generated endpoint list and the checks. */
export const allEndpoints: readonly Endpoint[] = contracts.flatMap((contract) =>
  Object.values(contract).filter(isEndpoint),
)
