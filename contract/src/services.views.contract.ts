import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant } from './lists.ts'
import { hiddenCharacters, isVisible, nameText } from './text.ts'

/** Saved views of one person in one company. */
export const viewsPerPerson = 50

const value = z.string().max(200).refine(isVisible, hiddenCharacters)
/** What the address of the list holds: filters, period and order, by their names. */
const viewAddress = z
  .record(z.string().regex(/^[a-zA-Z]{1,20}$/), z.union([value, z.array(value).max(20)]))
  .refine((address) => Object.keys(address).length <= 20)
const columns = z
  .array(z.string().regex(/^[a-zA-Z]{1,30}$/))
  .max(30)
  .nullable()

/** The lists that views are of. */
export const viewScreens = ['services', 'dispatch', 'events'] as const
export type ViewScreen = (typeof viewScreens)[number]
const screen = z.enum(viewScreens).default('services')

const fields = {
  screen,
  name: nameText(60),
  address: viewAddress,
  /** Keys of the columns to show; null for the usual ones. */
  columns,
  /** Shown when the list is opened. One view at most. */
  isDefault: z.boolean(),
}
export const serviceView = z.object({ id, ...fields, updatedAt: instant })
export type ServiceView = z.infer<typeof serviceView>

const viewParams = z.strictObject({ id, viewId: id })

export const listServiceViews = endpoint({
  name: 'services.views',
  method: 'GET',
  path: '/companies/:id/service-views',
  summary: 'One’s own saved views of the list of services, of the dispatch monitor or of events, by name',
  access: 'services.read',
  params: z.strictObject({ id }),
  query: z.strictObject({ screen }),
  output: z.object({ items: z.array(serviceView) }),
  problems: ['company_denied'],
})
export const saveServiceView = endpoint({
  name: 'services.saveView',
  method: 'PUT',
  path: '/companies/:id/service-views/:viewId',
  summary: 'Save a view under an id of the caller’s choice, or replace it',
  access: 'services.read',
  params: viewParams,
  body: z.strictObject(fields),
  output: serviceView,
  problems: ['company_denied', 'name_taken', 'service_views_full'],
})
export const deleteServiceView = endpoint({
  name: 'services.deleteView',
  method: 'DELETE',
  path: '/companies/:id/service-views/:viewId',
  summary: 'Delete one’s own saved view; also succeeds where there is none',
  access: 'services.read',
  params: viewParams,
  output: done,
  problems: ['company_denied'],
})
