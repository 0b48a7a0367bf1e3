import { v7 as uuid } from 'uuid'
import type { Place } from './access.place.ts'

/** Data of the caller: their session and an uploaded file. */
export interface Me {
  username: string
  email: string
  sessionId: string
  fileId: string
  /** Long work started by an admin. */
  workId: string
  /** A mail that could not be sent. */
  deliveryId: string
}
export interface Sample {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** Codes of problems that may follow after access was granted. */
  business?: readonly string[]
  /** Expected in the response of a list if the person has access. */
  finds?: string | ((body: unknown) => boolean)
}

export const newPassword = 'Otra-clave-2026!'
export const name = { firstName: 'Elena', lastName: 'Torres' }
/** A random text of 12 characters. */
export const some = () => uuid().replaceAll('-', '').slice(-12)

export const march = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-08T00:00:00.000Z' }
export const ofCompany = ({ companyId }: Place) => ({ params: { id: companyId } })
export const hundred = { size: '100' }
export const ofVehicle = ({ vehicleId }: Place) => ({ params: { id: vehicleId } })
