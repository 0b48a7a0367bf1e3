import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant } from './lists.ts'
import { proofKinds } from './services.contract.ts'

/** Bytes of a photo or signature. */
export const proofBytes = 512 * 1024
/** The types of image that a photo or signature may be. */
export const proofTypes = ['image/jpeg', 'image/png'] as const
/** Bytes in base64. */
export const imageContent = z
  .string()
  .regex(/^[A-Za-z0-9+/]*={0,2}$/)
  .max(Math.ceil(proofBytes / 3) * 4)
export const pin = z.string().regex(/^\d{4}$/)

export const proof = z.object({
  id,
  stopId: id,
  kind: z.enum(proofKinds),
  at: instant,
  by: z.string().nullable(),
})
export type Proof = z.infer<typeof proof>

export const listProofs = endpoint({
  name: 'services.proofs',
  method: 'GET',
  path: '/services/:id/proofs',
  summary: 'What shows that the stops of a service were served; and, for those who may dispatch, its PIN',
  access: 'services.read',
  feature: { name: 'services', of: 'record' },
  params: idParams,
  output: z.object({ items: z.array(proof), pin: pin.nullable() }),
  problems: ['service_not_found'],
})
export const readProof = endpoint({
  name: 'services.readProof',
  method: 'GET',
  path: '/services/:id/proofs/:proofId',
  summary: 'A photo or signature, for those who may read its service',
  access: 'services.read',
  feature: { name: 'services', of: 'record' },
  params: z.strictObject({ id, proofId: id }),
  output: z.object({
    contentType: z.enum(proofTypes),
    /** Bytes in base64. */
    content: z.string(),
  }),
  problems: ['service_not_found', 'file_not_found'],
})
