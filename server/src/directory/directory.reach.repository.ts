/**
 * SQL: whether a contact is one of a fleet in an emergency. Contacts that are linked to vehicles are those of the fleets of
 * these vehicles; the others are those of the whole company.
 * @param contact the id of a contact, in SQL
 * @param fleet the id of a fleet, in SQL
 */
export const isOfFleet = (contact: string, fleet: string): string =>
  `(not exists (select from vehicles.contacts link where link.contact_id = ${contact})
    or exists (select from vehicles.contacts link where link.contact_id = ${contact} and link.fleet_id = ${fleet}))`
