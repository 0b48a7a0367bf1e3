import type { ContactAddress } from '@rumbo/contract/directory.contract'
import type { Actor } from '../platform/access/access.ts'
import type { FieldProblem } from '../platform/problem.ts'

/** The digits of a telephone number, to compare different notations. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '')

/** Whether the actor may change contacts of the company: requires any manage scope within it. */
export const mayEditDirectory = (actor: Pick<Actor, 'level' | 'companies'>, companyId: string): boolean =>
  actor.level === 'super_admin' || actor.companies.write.includes(companyId)

/** Checks that each type has one address only, and that a point has both coordinates. */
export function checkAddresses(
  addresses: readonly ContactAddress[],
  path = 'body.addresses',
): FieldProblem[] {
  return addresses.flatMap((address, index): FieldProblem[] => {
    const isTwice = addresses.slice(0, index).some(({ type }) => type === address.type)
    const isHalf = (address.latitude === null) !== (address.longitude === null)
    const missing = address.latitude === null ? 'latitude' : 'longitude'
    const problems: FieldProblem[] = []
    if (isTwice) problems.push({ path: `${path}.${index}.type`, code: 'address_twice' })
    if (isHalf) problems.push({ path: `${path}.${index}.${missing}`, code: 'coordinates_missing' })
    return problems
  })
}

/** Whether an address has any field besides its type. */
export const hasContent = ({ type: _, ...address }: ContactAddress): boolean =>
  Object.values(address).some((value) => value !== null && value !== '')
