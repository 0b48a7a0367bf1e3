import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import * as identity from './identity.contract.ts'
import { allEndpoints } from './index.ts'
import * as organisation from './organisation.contract.ts'
import { problemStatus } from './problems.contract.ts'
import { listVehicles } from './vehicles.contract.ts'

interface Call {
  endpoint: Endpoint
  call: string
  /** Members the specification names; none where it says "not shown". */
  sends?: string[]
  answers?: string[]
}
const auth = ['user', 'access_token', 'expires_in']

/** The table of section 7. */
const calls: Call[] = [
  {
    endpoint: identity.login,
    call: 'POST /auth/login',
    sends: ['username_or_email', 'password', 'otp_code'],
    answers: auth,
  },
  { endpoint: identity.register, call: 'POST /auth/register', sends: ['email'] },
  { endpoint: identity.refresh, call: 'POST /auth/refresh', sends: [], answers: auth },
  { endpoint: identity.logout, call: 'POST /auth/logout' },
  { endpoint: identity.initiateReset, call: 'POST /auth/reset-password/initiate', sends: ['email'] },
  {
    endpoint: identity.confirmReset,
    call: 'POST /auth/reset-password/confirm',
    sends: ['email', 'token', 'new_password'],
  },
  {
    endpoint: identity.changePassword,
    call: 'POST /auth/change-password',
    sends: ['current_password', 'new_password'],
    answers: ['user'],
  },
  {
    endpoint: identity.changeUserPassword,
    call: 'POST /auth/user/:id/change-password',
    sends: ['new_password', 'force_password_change'],
  },
  {
    endpoint: identity.forcedPasswordChange,
    call: 'POST /auth/forced-password-change',
    sends: ['username_or_email', 'current_password', 'new_password'],
    answers: auth,
  },
  { endpoint: identity.profileCompanies, call: 'GET /auth/profile/companies', answers: ['items'] },
  { endpoint: organisation.readCompany, call: 'GET /companies/:id' },
  { endpoint: organisation.createCompany, call: 'POST /companies/' },
  { endpoint: organisation.updateCompany, call: 'PUT /companies/:id' },
  { endpoint: organisation.deleteCompany, call: 'DELETE /companies/:id' },
  {
    endpoint: organisation.listFleets,
    call: 'GET /fleets/',
    sends: ['company_id', 'size'],
    answers: ['items'],
  },
  { endpoint: organisation.readFleet, call: 'GET /fleets/:id' },
]

/** Names of an object's members, as the schema writes them. */
function membersOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  return Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {})
}

describe('the sixteen calls the specification names', () => {
  it.each(calls)('$call', ({ endpoint, call, sends = [], answers = [] }) => {
    expect(`${endpoint.method} ${endpoint.path}`).toBe(call)
    expect(membersOf(endpoint.body ?? endpoint.query)).toEqual(expect.arrayContaining(sends))
    expect(membersOf(endpoint.output)).toEqual(expect.arrayContaining(answers))
    expect(allEndpoints).toContain(endpoint)
  })

  it('take what the specification leaves out', () => {
    expect(identity.refresh.body?.parse(undefined)).toBeUndefined()
    expect(identity.login.body?.parse({ username_or_email: 'ana', password: 'x' })).not.toHaveProperty(
      'otp_code',
    )
    expect(identity.changeUserPassword.body?.parse({ new_password: 'Nueva-2026!' })).toMatchObject({
      force_password_change: true,
    })
    expect(identity.authAnswer.shape.expires_in.parse(undefined)).toBe(3600)
    expect(organisation.listFleets.query?.parse({})).toMatchObject({ size: 100 })
  })

  it('describe user, scope and fleet with the members the specification names', () => {
    expect(membersOf(identity.sessionUser)).toEqual(
      expect.arrayContaining([
        ...['id', 'name', 'lastname', 'username', 'email', 'display_name', 'can_login', 'is_active'],
        ...['force_password_change', 'functional_role', 'access_scopes'],
      ]),
    )
    expect(membersOf(identity.accessScope)).toEqual(['scope', 'type'])
    expect(membersOf(organisation.fleet)).toEqual(
      expect.arrayContaining(['id', 'company_id', 'is_active', 'name', 'description', 'manager']),
    )
  })
})

/** Every schema within a schema, with its path. */
function within(
  schema: unknown,
  path = '',
): [string, z.core.$ZodTypeDef & Record<string, unknown>, z.ZodType][] {
  if (Array.isArray(schema)) return schema.flatMap((one, at) => within(one, `${path}.${at}`))
  if (typeof schema !== 'object' || schema === null) return []
  if (!(schema instanceof z.core.$ZodType)) {
    if (Object.getPrototypeOf(schema) !== Object.prototype) return []
    return Object.entries(schema).flatMap(([name, one]) => within(one, `${path}.${name}`))
  }
  const def = schema._zod.def as z.core.$ZodTypeDef & Record<string, unknown>
  const inner = [
    'shape',
    'element',
    'innerType',
    'options',
    'in',
    'out',
    'items',
    'keyType',
    'valueType',
    'left',
    'right',
  ]
  return [
    [path, def, schema as z.ZodType],
    ...inner.flatMap((name) => within(def[name], name === 'shape' ? path : `${path}`)),
  ]
}

describe('every endpoint', () => {
  it('takes the JSON of its body as it is: only texts of a query are converted', () => {
    const isConverting = (def: z.core.$ZodTypeDef & Record<string, unknown>) =>
      def.coerce === true ||
      (def.type === 'pipe' && (def.in as z.core.$ZodType)._zod.def.type === 'transform')
    const converting = allEndpoints.flatMap(({ name, body }) =>
      within(body, 'body').flatMap(([path, def]) => (isConverting(def) ? [`${name} ${path}`] : [])),
    )
    expect(converting).toEqual([])
    expect(within(listVehicles.query).filter(([, def]) => isConverting(def)).length).toBeGreaterThan(3)
  })

  it('has a name and an address of its own', () => {
    const unique = (values: string[]) =>
      expect(values.filter((one, at) => values.indexOf(one) !== at)).toEqual([])
    unique(allEndpoints.map(({ name }) => name))
    unique(
      allEndpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':').replace(/\/$/, '')}`),
    )
  })

  it('that anybody may call to change something is limited by address', () => {
    const unlimited = allEndpoints.filter(
      ({ method, access, limit }) => access === 'public' && method !== 'GET' && !limit,
    )
    expect(unlimited.map(({ name }) => name)).toEqual(['identity.logout'])
  })

  it('takes hidden characters in no text of a body but these', () => {
    const taking = allEndpoints.flatMap(({ name, body }) =>
      within(body, 'body').flatMap(([path, def, schema]) =>
        def.type === 'string' && schema.safeParse('a\u202Ea\u0007aaaa').success ? [`${name} ${path}`] : [],
      ),
    )
    // Secrets, what is only searched for or compared, and what rules of its own check.
    const others =
      /password|token|search|recovery_code|username_or_email|timeZone|identifier|parameters|confirmation|sources|entity|action/i
    expect(taking.filter((one) => !others.test(one.replace(/^\S+ /, '')))).toEqual([])
  })

  it('that needs a session refuses nothing of its own with 401, which ends the session in the browser', () => {
    const offending = allEndpoints.flatMap(({ name, access, problems = [] }) =>
      access === 'public'
        ? []
        : problems.filter((code) => problemStatus[code] === 401).map((code) => `${name}: ${code}`),
    )
    expect(offending).toEqual([])
  })

  it('refuses members it does not know', () => {
    for (const { name, params, query, body } of allEndpoints)
      for (const schema of [params, query, body]) {
        if (!schema) continue
        const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
        for (const one of json.oneOf ?? json.anyOf ?? [json])
          expect(one, name).toMatchObject({ additionalProperties: false })
      }
  })
})
