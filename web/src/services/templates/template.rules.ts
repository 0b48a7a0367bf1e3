/** Templates of services. Pure. */
import type { Service } from '@rumbo/contract/services.contract'
import type { ServiceTemplate } from '@rumbo/contract/services.templates.contract'

/** A template to save; without an id it is new. */
export type TemplateDraft = Omit<
  ServiceTemplate,
  'id' | 'companyId' | 'contactId' | 'updatedAt' | 'updatedBy'
> & { id: string | null }

/** What a template of this service has, without a name. */
export const templateOf = (
  service: Service,
): { contactId: string; customerName: string; template: TemplateDraft } => ({
  contactId: service.requesterContactId,
  customerName: service.customerName,
  template: {
    id: null,
    name: '',
    serviceType: service.serviceType,
    priorityLevel: service.priorityLevel,
    notes: service.notes,
    requiredVehicleType: service.requiredVehicleType,
    requiredSeats: service.requiredSeats,
    requiredLoadKg: service.requiredLoadKg,
    requiredLoadM3: service.requiredLoadM3,
    requiredSkills: service.requiredSkills,
    requiredProofs: service.requiredProofs,
    stops: service.plannedStops.map(
      ({ stopType, address, latitude, longitude, reference, contactName, contactPhone, serviceMinutes }) => ({
        stopType,
        address,
        latitude,
        longitude,
        reference,
        contactName,
        contactPhone,
        serviceMinutes,
      }),
    ),
  },
})

const folded = (name: string) => name.trim().toLocaleLowerCase()

/** The other template with this name; capitals do not count. */
export const sameName = <Named extends { id: string; name: string }>(
  templates: readonly Named[],
  { id, name }: { id: string | null; name: string },
): Named | undefined => templates.find((one) => one.id !== id && folded(one.name) === folded(name))
