import { insertMessage } from '@rumbo/server/communication/messages/communication.messages.repository'
import { insertRecipients } from '@rumbo/server/communication/messages/communication.recipients.repository'
import { insertTemplate } from '@rumbo/server/communication/templates/communication.templates.repository'
import { insertThread, writeMark } from '@rumbo/server/communication/threads/communication.threads.repository'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { v7 as uuid } from 'uuid'
import { hoursAgo } from './fill-people.ts'

const templates = [
  [
    'Llegada a la recogida',
    'Llegaste a {parada}. Avisa al cliente y espera 10 minutos.',
    'You are at {stop}. Notify the customer and wait for 10 minutes.',
  ],
  [
    'Cambio de puerta',
    'El cliente te espera en otra puerta. Llámale antes de entrar.',
    'The customer waits at another gate. Call before you enter.',
  ],
  [
    'Reporta tu ubicación',
    '{conductor}, responde dónde estás y cuánto te falta.',
    '{driver}, answer where you are and how long it takes.',
  ],
  [
    'Regresa a la base',
    'Al terminar el servicio {servicio}, regresa a la base de {flotilla}.',
    'After service {service}, return to the base of {fleet}.',
  ],
  [
    'Carga de combustible',
    'Carga combustible antes de tu próximo servicio. Guarda el ticket.',
    'Refuel before your next service. Keep the receipt.',
  ],
  [
    'Tu unidad va en camino',
    'Tu unidad {unidad}, placas {placas}, va en camino. {empresa}',
    'Your vehicle {vehicle}, plate {plate}, is on its way. {company}',
  ],
] as const

type Author = 'staff' | 'driver' | 'contact' | 'note'
/** Minutes before the demo was filled, who wrote, and what. */
type Line = readonly [minutesAgo: number, author: Author, text: string]

/** Conversations with drivers, by their place in the list of drivers. */
const withDrivers: readonly (readonly Line[])[] = [
  [
    [212, 'staff', 'Buenos días. Hoy empiezas en la zona de Reforma.'],
    [205, 'driver', 'Enterado, voy saliendo de la base.'],
    [64, 'driver', 'Hay obra en Insurgentes, voy por Patriotismo.'],
    [63, 'note', 'Avisar al cliente de la farmacia si llega después de las 14:00.'],
    [61, 'staff', 'Gracias. Avísame cuando llegues.'],
    [18, 'driver', 'Ya entregué. Firmó el encargado.'],
  ],
  [
    [180, 'driver', 'La unidad prendió el testigo de llantas.'],
    [176, 'staff', 'Revisa la presión en la gasolinera y dime cuánto marca.'],
    [150, 'driver', 'La trasera derecha traía 24, ya la dejé en 32.'],
    [148, 'staff', 'Perfecto, gracias.'],
  ],
  [
    [95, 'staff', '¿Puedes tomar un servicio más antes de comer?'],
    [93, 'driver', 'Sí, sin problema.'],
    [9, 'driver', 'El cliente pide parar en otra dirección, ¿la agrego?'],
  ],
  [[340, 'staff', 'Recuerda subir la foto de la licencia nueva.']],
]
/** Conversations with customers, by SMS. */
const withContacts: readonly (readonly Line[])[] = [
  [
    [130, 'staff', 'Su unidad llega en 10 minutos.'],
    [126, 'contact', 'Gracias, bajo a la recepción.'],
  ],
  [
    [44, 'contact', '¿Pueden pasar por el paquete a las 5 en lugar de a las 4?'],
    [40, 'note', 'Ruta 3 pasa por ahí a las 17:10.'],
  ],
]

/** With the driver whose password the demo shows. */
const withSignedInDriver: readonly Line[] = [
  [1490, 'staff', 'Mañana empiezas a las 7:00 en la base.'],
  [1482, 'driver', 'Enterado. ¿Me toca la misma unidad?'],
  [1475, 'staff', 'Sí, la misma. Revisa la presión de las llantas antes de salir.'],
  [35, 'staff', '¿Ya vienes en camino? Avísame cuando estés en la base.'],
]

interface Person {
  id: string
  name: string
  userId: string | null
  fleetId: string
}

async function addThread(
  tx: Transaction,
  companyId: string,
  {
    person,
    kind,
    lines,
    staff,
  }: { person: Person; kind: 'driver' | 'contact'; lines: readonly Line[]; staff: Person },
): Promise<void> {
  const { id: partyId, name: title, fleetId } = person
  const [oldest = 0] = lines[0] ?? []
  const party = kind === 'driver' ? { driverId: partyId } : { contactId: partyId }
  const { id: threadId } = await insertThread(hoursAgo(tx, oldest / 60), {
    ...party,
    id: uuid(),
    companyId,
    fleetId,
    kind,
    title,
  })
  let read = 0
  for (const [minutesAgo, author, text] of lines) {
    const then = hoursAgo(tx, minutesAgo / 60)
    const isStaff = author === 'staff' || author === 'note'
    const id = uuid()
    const sequence = await insertMessage(then, threadId, {
      id,
      authorKind: isStaff ? 'staff' : author,
      authorId: isStaff ? staff.userId : person.userId,
      author: isStaff ? staff.name : title,
      kind: author === 'note' ? 'note' : 'text',
      text,
      priority: 'normal',
    })
    if (isStaff && sequence !== null) read = sequence
    if (author !== 'staff') continue
    await insertRecipients(then, [
      {
        messageId: id,
        threadId,
        recipientId: partyId,
        kind,
        name: title,
        method: kind === 'driver' ? 'in_app' : 'sms',
        status:
          kind === 'driver' && lines.some(([later, who]) => who === 'driver' && later < minutesAgo)
            ? 'read'
            : 'delivered',
      },
    ])
  }
  if (staff.userId !== null && read > 0)
    await writeMark(tx, threadId, { userId: staff.userId, displayName: staff.name }, read)
}

/** Templates of messages, and conversations of the last hours with drivers and customers of a company. */
export async function fillCommunication(tx: Transaction, companyId: string): Promise<void> {
  for (const [name, es, en] of templates)
    await insertTemplate(tx, { id: uuid(), companyId, name, texts: { es, en } }, 'Mariana Ríos')
  const [staff] = await tx.sql<Person>(
    `select people.id, people.display_name as name, people.id as "userId", '' as "fleetId"
     from identity.people join identity.users using (id) where users.username = 'despacho'`,
  )
  const drivers = await tx.sql<Person>(
    `select distinct on (s.driver_id) c.id, concat_ws(' ', c.first_name, c.last_name) as name, c.user_id as "userId",
       s.fleet_id as "fleetId"
     from shifts.shifts s join directory.contacts c on c.id = s.driver_id
     where s.company_id = $1 and s.status = 'running' and c.user_id is not null order by s.driver_id`,
    [companyId],
  )
  const contacts = await tx.sql<Person>(
    `select c.id, concat_ws(' ', c.first_name, c.last_name) as name, null as "userId", $2 as "fleetId"
     from directory.contacts c where c.company_id = $1 and c.role = 'client' and c.user_id is null
     order by c.created_at, c.id limit 2`,
    [companyId, drivers[0]?.fleetId ?? ''],
  )
  if (!staff) throw new Error('The demo has no dispatcher.')
  const [signedIn] = await tx.sql<Person>(
    `select c.id, concat_ws(' ', c.first_name, c.last_name) as name, c.user_id as "userId", held.fleet_id as "fleetId"
     from directory.contacts c join identity.users on users.id = c.user_id
     join organisation.assignments held on held.user_id = c.user_id and held.fleet_id is not null
     where c.company_id = $1 and users.username = 'conductor' order by held.fleet_id limit 1`,
    [companyId],
  )
  if (signedIn)
    await addThread(tx, companyId, { person: signedIn, kind: 'driver', lines: withSignedInDriver, staff })
  for (const [people, kind, all] of [
    [drivers, 'driver', withDrivers],
    [contacts, 'contact', withContacts],
  ] as const)
    for (const [at, lines] of all.entries()) {
      const person = people[at]
      if (person) await addThread(tx, companyId, { person, kind, lines, staff })
    }
}
