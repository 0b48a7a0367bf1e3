import type { ContactAddress, contactFields, DirectoryRole } from '@rumbo/contract/directory.contract'
import type * as z from 'zod'

type Fields = { [Name in keyof typeof contactFields]?: z.output<(typeof contactFields)[Name]> }
/** A contact of the demo: an invented person on a real street. `username` is the user it is linked to. */
export type DemoContact = Fields & {
  firstName: string
  lastName: string
  primaryPhone: string
  role: DirectoryRole
  addresses: ContactAddress[]
  username?: string
}

/** Points on the avenues of the demo's region, with the neighbourhood and postal code there. */
const places = [
  ['Paseo de la Reforma', 'Juárez', '06600', 19.427, -99.1677],
  ['Avenida Álvaro Obregón', 'Roma Norte', '06700', 19.4185, -99.1622],
  ['Avenida Insurgentes Sur', 'Del Valle', '03100', 19.3777, -99.1789],
  ['Avenida Cuauhtémoc', 'Narvarte', '03020', 19.3956, -99.1561],
  ['Avenida Juárez', 'Centro', '06010', 19.4349, -99.1465],
  ['Avenida Presidente Masaryk', 'Polanco', '11560', 19.4322, -99.1975],
  ['Avenida Universidad', 'Narvarte', '03020', 19.3798, -99.162],
  ['Avenida Revolución', 'San Pedro de los Pinos', '03800', 19.386, -99.1864],
  ['Avenida Patriotismo', 'San Pedro de los Pinos', '03800', 19.395, -99.1822],
  ['Avenida División del Norte', 'Del Valle', '03100', 19.385, -99.162],
  ['Calzada de Tlalpan', 'Portales', '03300', 19.3632, -99.14279],
  ['Avenida Horacio', 'Polanco', '11550', 19.4342, -99.189],
  ['Avenida Nuevo León', 'Hipódromo', '06100', 19.4135, -99.17],
  ['Avenida Tamaulipas', 'Condesa', '06140', 19.4135, -99.174],
  ['Avenida Durango', 'Roma Norte', '06700', 19.42, -99.163],
  ['Avenida Eduardo Molina', 'Bondojito', '07850', 19.4718, -99.0975],
  ['Avenida Oceanía', 'Romero Rubio', '15400', 19.4408, -99.0943],
  ['Avenida 20 de Noviembre', 'Centro', '06090', 19.4253, -99.1346],
  ['Avenida Marina Nacional', 'Anáhuac', '11320', 19.441, -99.1762],
  ['Calzada México-Tacuba', 'Tacuba', '11410', 19.4588, -99.196],
  ['Avenida Yucatán', 'Roma Norte', '06700', 19.4162, -99.1655],
  ['Boulevard Puerto Aéreo', 'Moctezuma', '15530', 19.43053, -99.08953],
  ['Avenida Miguel Ángel de Quevedo', 'Coyoacán', '04000', 19.3455, -99.174],
  ['Avenida Instituto Politécnico Nacional', 'Lindavista', '07300', 19.494, -99.1353],
  ['Calzada Camarones', 'Nueva Santa María', '02800', 19.472, -99.1735],
  ['Avenida Ejército Nacional', 'Granada', '11520', 19.4388, -99.196],
] as const

function addressAt(index: number, type: ContactAddress['type']): ContactAddress {
  const [street, line2, postalCode, latitude, longitude] = places[index % places.length] ?? places[0]
  return {
    type,
    line1: `${street} ${20 + ((index * 83) % 700)}`,
    line2: `Col. ${line2}`,
    city: 'Ciudad de México',
    state: 'CDMX',
    postalCode,
    country: 'México',
    latitude,
    longitude,
  }
}

type ContactRow = readonly [firstName: string, lastName: string, phone: string, more?: Partial<DemoContact>]
let placed = 0
const listed = (
  role: DirectoryRole,
  type: ContactAddress['type'],
  rows: readonly ContactRow[],
): DemoContact[] =>
  rows.map(([firstName, lastName, primaryPhone, more]) => {
    placed += 1
    return { firstName, lastName, primaryPhone, role, addresses: [addressAt(placed, type)], ...more }
  })

const verified = { phoneVerified: true } as const
const ofBusiness = (companyName: string, email: string) => ({ companyName, email, ...verified })

const clients = listed('client', 'service', [
  ['Elena', 'Torres', '+52 55 5512 3456', { email: 'elena.torres@correo.example', ...verified }],
  ['Laura', 'Ortega', '+52 55 5523 8841', { addresses: [addressAt(3, 'home'), addressAt(4, 'work')] }],
  ['Marta', 'Solís', '+52 55 5534 1290'],
  ['Iván', 'Peña', '+52 55 5545 7712', verified],
  ['Jorge', 'Díaz', '+52 55 5556 3308', { status: 'inactive' }],
  ['Carmen', 'Villaseñor', '+52 55 5567 9945'],
  ['Farmacia', 'del Ángel', '+52 55 5578 2064', ofBusiness('Farmacia del Ángel', 'pedidos@delangel.example')],
  ['Papelería', 'Iris', '+52 55 5589 6127', ofBusiness('Papelería Iris', 'ventas@iris.example')],
  ['Hotel', 'Alameda', '+52 55 5590 4473', ofBusiness('Hotel Alameda', 'recepcion@alameda.example')],
  ['Restaurante', 'La Cantera', '+52 55 5601 8856', ofBusiness('La Cantera', 'cocina@lacantera.example')],
  [
    'Clínica',
    'San Rafael',
    '+52 55 5612 5531',
    ofBusiness('Clínica San Rafael', 'traslados@sanrafael.example'),
  ],
  ['Óscar', 'Maldonado', '+52 55 5623 7790'],
  ['Florería', 'Azahar', '+52 55 5634 2218', ofBusiness('Florería Azahar', 'flores@azahar.example')],
  ['Librería', 'El Faro', '+52 55 5645 9037', ofBusiness('Librería El Faro', 'envios@elfaro.example')],
  ['Patricia', 'Lozano', '+52 55 5656 1174'],
  ['Héctor', 'Camarena', '+52 55 5667 8420', verified],
  ['Beatriz', 'Olvera', '+52 55 5678 3359', { notes: 'Pide siempre unidad con rampa.' }],
  [
    'Rosa',
    'Íñiguez',
    '+52 55 5689 6602',
    { username: 'invitado', email: 'invitado@anahuac.example', ...verified },
  ],
])

/** Colleagues in the directory have the names and telephones of their accounts. */
const ofStaff = listed('primary_driver', 'home', [
  [
    'Marcela',
    'Tovar Rangel',
    '+52 55 4012 1101',
    { role: 'company_manager', username: 'marcela_tovar', jobTitle: 'Gerente de operaciones' },
  ],
  ['Hugo', 'Barrera Luna', '+52 55 4012 1102', { role: 'fleet_manager', username: 'hugo_barrera' }],
  ['Irene', 'Cano Vidal', '+52 55 4012 1103', { role: 'fleet_manager', username: 'irene_cano' }],
  ['Silvia', 'Arce Nieto', '+52 55 4012 1105', { role: 'fleet_manager', username: 'silvia_arce' }],
  [
    'Diego',
    'Salas Pineda',
    '+52 55 4012 1106',
    { role: 'fleet_supervisor', username: 'diego_salas', department: 'Despacho' },
  ],
  [
    'Ramiro',
    'Ochoa Durán',
    '+52 55 4012 1110',
    {
      username: 'ramiro_ochoa',
      emergencyContact: 'Teresa Durán',
      emergencyPhone: '+52 55 5701 2201',
      medicalInfo: 'Alérgico a la penicilina.',
    },
  ],
  [
    'Alberto',
    'Lugo Téllez',
    '+52 55 4012 1111',
    { username: 'beto_lugo', emergencyContact: 'Inés Téllez', emergencyPhone: '+52 55 5701 2202' },
  ],
  ['Yolanda', 'Mora Beltrán', '+52 55 4012 1112', { username: 'yolanda_mora' }],
  ['Efrén', 'Castro Ibáñez', '+52 55 4012 1113', { role: 'backup_driver', username: 'efren_castro' }],
  ['Julia', 'Montes Quiroz', '+52 55 4012 1114', { username: 'conductor' }],
  ['Arturo', 'Nava Cordero', '+52 55 4012 1117', { username: 'arturo_nava' }],
  ['Mauro', 'Ferrer Alcántara', '+52 55 4012 1119', { username: 'mauro_ferrer' }],
])
for (const contact of ofStaff)
  Object.assign(contact, {
    companyName: 'Transportes Anáhuac',
    email: `${contact.username}@anahuac.example`,
    emailVerified: true,
    phoneVerified: true,
    backgroundCheck: true,
  })

const drivers = listed('backup_driver', 'home', [
  [
    'Joaquín',
    'Estrada',
    '+52 55 4033 5501',
    { backgroundCheck: true, email: 'joaquin.estrada@correo.example' },
  ],
  ['Norma', 'Aguirre', '+52 55 4033 5502', { backgroundCheck: true, status: 'unavailable' }],
  [
    'Fidel',
    'Santillán',
    '+52 55 4033 5503',
    { role: 'primary_driver', email: 'fidel.santillan@correo.example' },
  ],
  [
    'Martha',
    'Galindo',
    '+52 55 4033 5504',
    { role: 'primary_driver', status: 'suspended', notes: 'Licencia vencida.' },
  ],
])
const leaders = listed('company_owner', 'work', [
  [
    'Mariana',
    'Ríos',
    '+52 55 5208 4401',
    { username: 'admin', email: 'admin@anahuac.example', jobTitle: 'Directora general', emailVerified: true },
  ],
  [
    'Germán',
    'Ríos',
    '+52 55 5208 4402',
    { role: 'company_admin', jobTitle: 'Administración', email: 'german.rios@anahuac.example' },
  ],
])
const workshop = 'Taller Doctores'
const mechanics = listed('primary_mechanic', 'work', [
  [
    'Chucho',
    'Bernal',
    '+52 55 5761 3001',
    { specialty: 'Motor y transmisión', companyName: workshop, ...verified },
  ],
  [
    'Saúl',
    'Piña',
    '+52 55 5761 3002',
    { role: 'backup_mechanic', specialty: 'Frenos', companyName: workshop },
  ],
  [
    'Dolores',
    'Meza',
    '+52 55 5761 3003',
    { role: 'backup_mechanic', specialty: 'Eléctrico', companyName: workshop },
  ],
  [
    'Llantas',
    'La Raza',
    '+52 55 5761 3010',
    { role: 'tire_specialist', companyName: 'Llantas La Raza', ...verified },
  ],
  ['Abel', 'Tinoco', '+52 55 5761 3011', { role: 'tire_specialist', specialty: 'Auxilio en camino' }],
  ['Hojalatería', 'Portales', '+52 55 5761 3020', { role: 'body_shop', companyName: 'Hojalatería Portales' }],
  ['Rubén', 'Escamilla', '+52 55 5761 3021', { role: 'body_shop', specialty: 'Pintura' }],
])
const emergencies = listed('sos_primary', 'emergency', [
  ['Central', 'de Auxilio Anáhuac', '+52 55 5208 4499', { ...verified, notes: 'Atiende las 24 horas.' }],
  [
    'Grúas',
    'Metropolitanas',
    '+52 55 5781 4001',
    { role: 'sos_secondary', companyName: 'Grúas Metropolitanas', ...verified },
  ],
  ['Teresa', 'Durán', '+52 55 5701 2201', { role: 'sos_secondary', notes: 'Madre de Ramiro Ochoa.' }],
])
const offices = listed('insurance_agent', 'work', [
  [
    'Verónica',
    'Landa',
    '+52 55 5791 5001',
    { companyName: 'Seguros del Valle', email: 'v.landa@segurosdelvalle.example', emailVerified: true },
  ],
  [
    'Rodrigo',
    'Espejel',
    '+52 55 5791 5002',
    { role: 'insurance_adjuster', companyName: 'Seguros del Valle', ...verified },
  ],
  ['Ajustadores', 'Poniente', '+52 55 5791 5003', { role: 'insurance_adjuster', status: 'unavailable' }],
  [
    'Lic. Amparo',
    'Quezada',
    '+52 55 5791 5010',
    { role: 'legal_contact', companyName: 'Quezada y Asociados', email: 'amparo@quezada.example' },
  ],
  ['Lic. Gonzalo', 'Bermúdez', '+52 55 5791 5011', { role: 'legal_contact', specialty: 'Tránsito' }],
])
const vendors = listed('vendor', 'work', [
  [
    'Gasolinera',
    'Viaducto',
    '+52 55 5771 6001',
    { companyName: 'Gasolinera Viaducto', email: 'flotillas@viaducto.example' },
  ],
  ['Refacciones', 'Buen Tono', '+52 55 5771 6002', { companyName: 'Refacciones Buen Tono', ...verified }],
  [
    'Rastreo',
    'y Antenas',
    '+52 55 5771 6003',
    { companyName: 'Rastreo y Antenas', specialty: 'Equipos GPS' },
  ],
  ['Lavado', 'Express Roma', '+52 55 5771 6004'],
  ['Uniformes', 'Tepeyac', '+52 55 5771 6005', { status: 'inactive' }],
  ['Imprenta', 'Balderas', '+52 55 5771 6006'],
])
const others = listed('other', 'other', [
  ['Estacionamiento', 'Buenavista', '+52 55 5771 7001', { notes: 'Pensión nocturna de la flotilla Centro.' }],
  ['Aduana', 'Pantaco', '+52 55 5771 7002'],
  ['Vigilancia', 'Nocturna', '+52 55 5771 7003', { status: 'unavailable' }],
])

export const contacts: readonly DemoContact[] = [
  ...clients,
  ...ofStaff,
  ...drivers,
  ...leaders,
  ...mechanics,
  ...emergencies,
  ...offices,
  ...vendors,
  ...others,
]
