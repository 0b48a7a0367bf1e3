import type { Level } from '@rumbo/contract/access'
import type { AssignmentRole } from '@rumbo/contract/organisation.assignments.contract'

/** Who works in the demo's companies beside the logins. All names are invented. */
export interface Colleague {
  username: string
  firstName: string
  lastName: string
  displayName?: string
  level: Level
  role: AssignmentRole
  /** Names of fleets; the first is the primary one. None for company-wide roles. */
  fleets: readonly string[]
  phone: string
  /** Days before the first start. */
  joinedDaysAgo: number
  /** Hours before the first start; null for who never signed in. */
  seenHoursAgo: number | null
  status?: 'active' | 'inactive' | 'pending'
  isLockedOut?: true
  hasTwoFactor?: true
  isVerified?: { email?: true; phone?: true }
  language?: 'en'
  avatarColor?: string
  notes?: string
}

type Short = readonly [
  username: string,
  firstName: string,
  lastName: string,
  level: Level,
  role: AssignmentRole,
  fleets: readonly string[],
  phone: string,
  joinedDaysAgo: number,
  seenHoursAgo: number | null,
  more?: Partial<Colleague>,
]
const colleague = ([
  username,
  firstName,
  lastName,
  level,
  role,
  fleets,
  phone,
  joinedDaysAgo,
  seenHoursAgo,
  more,
]: Short): Colleague => ({
  ...{ username, firstName, lastName, level, role, fleets, phone, joinedDaysAgo, seenHoursAgo },
  ...more,
})

const centro = 'Centro'
const norte = 'Reparto Norte'
const airport = 'Lanzadera Aeropuerto'
const sur = 'Paquetería Sur'
const special = 'Servicios Especiales'

const both = { isVerified: { email: true, phone: true } } as const
const mailOnly = { isVerified: { email: true } } as const

const anahuac: readonly Short[] = [
  [
    ...(['marcela.tovar', 'Marcela', 'Tovar Rangel', 'manager', 'company_manager', []] as const),
    ...(['+52 55 4012 1101', 412, 3] as const),
    { ...both, hasTwoFactor: true, avatarColor: '#0f766e', notes: 'Operación de las cinco flotillas.' },
  ],
  [
    'hugo.barrera',
    'Hugo',
    'Barrera Luna',
    'manager',
    'fleet_manager',
    [centro],
    '+52 55 4012 1102',
    398,
    5,
    both,
  ],
  [
    'irene.cano',
    'Irene',
    'Cano Vidal',
    'manager',
    'fleet_manager',
    [norte],
    '+52 55 4012 1103',
    377,
    20,
    mailOnly,
  ],
  [
    'pablo.rosas',
    'Pablo',
    'Rosas Mena',
    'manager',
    'fleet_manager',
    [airport],
    '+52 55 4012 1104',
    301,
    9,
    both,
  ],
  [
    'silvia.arce',
    'Silvia',
    'Arce Nieto',
    'manager',
    'fleet_manager',
    [sur, special],
    '+52 55 4012 1105',
    288,
    28,
  ],
  ['diego.salas', 'Diego', 'Salas Pineda', 'user', 'dispatcher', [centro], '+52 55 4012 1106', 266, 2, both],
  [
    'nadia.fuentes',
    'Nadia',
    'Fuentes Cruz',
    'user',
    'dispatcher',
    [norte, sur],
    '+52 55 4012 1107',
    240,
    11,
    mailOnly,
  ],
  ['omar.leal', 'Omar', 'Leal Zúñiga', 'user', 'dispatcher', [airport], '+52 55 4012 1108', 233, 7],
  ['gloria.prado', 'Gloria', 'Prado Sáenz', 'user', 'dispatcher', [special], '+52 55 4012 1109', 190, 50],
  [
    'ramiro.ochoa',
    'Ramiro',
    'Ochoa Durán',
    'user',
    'primary_driver',
    [centro],
    '+52 55 4012 1110',
    350,
    1,
    both,
  ],
  [
    'beto.lugo',
    'Alberto',
    'Lugo Téllez',
    'user',
    'primary_driver',
    [centro],
    '+52 55 4012 1111',
    344,
    4,
    { displayName: 'Beto Lugo' },
  ],
  [
    'yolanda.mora',
    'Yolanda',
    'Mora Beltrán',
    'user',
    'primary_driver',
    [centro],
    '+52 55 4012 1112',
    320,
    6,
    mailOnly,
  ],
  [
    'efren.castro',
    'Efrén',
    'Castro Ibáñez',
    'user',
    'secondary_driver',
    [centro],
    '+52 55 4012 1113',
    210,
    76,
  ],
  [
    'julia.montes',
    'Julia',
    'Montes Quiroz',
    'user',
    'primary_driver',
    [norte],
    '+52 55 4012 1114',
    305,
    8,
    both,
  ],
  ['sergio.trejo', 'Sergio', 'Trejo Alba', 'user', 'primary_driver', [norte], '+52 55 4012 1115', 298, 13],
  [
    'leticia.vera',
    'Leticia',
    'Vera Monroy',
    'user',
    'secondary_driver',
    [norte],
    '+52 55 4012 1116',
    150,
    101,
  ],
  [
    'arturo.nava',
    'Arturo',
    'Nava Cordero',
    'user',
    'primary_driver',
    [airport],
    '+52 55 4012 1117',
    280,
    5,
    both,
  ],
  [
    'fatima.rojo',
    'Fátima',
    'Rojo Espino',
    'user',
    'secondary_driver',
    [airport],
    '+52 55 4012 1118',
    133,
    31,
  ],
  ['mauro.ferrer', 'Mauro', 'Ferrer Alcántara', 'user', 'primary_driver', [sur], '+52 55 4012 1119', 260, 10],
  [
    'claudia.rubio',
    'Claudia',
    'Rubio Palma',
    'user',
    'primary_driver',
    [sur],
    '+52 55 4012 1120',
    251,
    26,
    mailOnly,
  ],
  ['nicolas.haro', 'Nicolás', 'Haro Bravo', 'user', 'primary_driver', [special], '+52 55 4012 1121', 170, 17],
  [
    'vera.lindahl',
    'Vera',
    'Lindahl',
    'user',
    'fleet_viewer',
    [centro, airport],
    '+52 55 4012 1122',
    90,
    45,
    { language: 'en' },
  ],
  ['ernesto.galvez', 'Ernesto', 'Gálvez Soto', 'user', 'fleet_member', [norte], '+52 55 4012 1123', 88, 200],
  [
    ...(['paula.zamora', 'Paula', 'Zamora Gil', 'user', 'dispatcher', [sur]] as const),
    ...(['+52 55 4012 1124', 310, 1_080] as const),
    { status: 'inactive', notes: 'De licencia hasta enero.' },
  ],
  [
    ...(['raul.mendez', 'Raúl', 'Méndez Ocampo', 'user', 'secondary_driver', [centro]] as const),
    ...(['+52 55 4012 1125', 120, 60, { isLockedOut: true }] as const),
  ],
  [
    ...(['karla.bustos', 'Karla', 'Bustos Reyna', 'user', 'fleet_member', [centro]] as const),
    ...(['+52 55 4012 1126', 1, null, { status: 'pending' }] as const),
  ],
]

const tapatia: readonly Short[] = [
  [
    'tapatia',
    'Renata',
    'Navarrete Ruiz',
    'admin',
    'company_owner',
    [],
    '+52 33 3615 1101',
    200,
    30,
    mailOnly,
  ],
  [
    'memo.partida',
    'Guillermo',
    'Partida Lomelí',
    'manager',
    'fleet_manager',
    ['Motos'],
    '+52 33 3615 1102',
    196,
    44,
  ],
  ['chayo.urena', 'Rosario', 'Ureña Gómez', 'user', 'dispatcher', ['Motos'], '+52 33 3615 1103', 180, 22],
  [
    'ivan.cortes',
    'Iván',
    'Cortés Plascencia',
    'user',
    'primary_driver',
    ['Motos'],
    '+52 33 3615 1104',
    176,
    19,
  ],
  [
    'tono.robles',
    'Antonio',
    'Robles Anguiano',
    'user',
    'primary_driver',
    ['Motos'],
    '+52 33 3615 1105',
    175,
    25,
  ],
]

const cuautitlan: readonly Short[] = [
  [
    'cuautitlan',
    'Adriana',
    'Solórzano Peña',
    'admin',
    'company_owner',
    [],
    '+52 55 5872 1101',
    4,
    70,
    mailOnly,
  ],
  [
    'joel.ramos',
    'Joel',
    'Ramos Ávila',
    'user',
    'primary_driver',
    ['Última Milla'],
    '+52 55 5872 1102',
    3,
    null,
  ],
]

export const colleagues = {
  anahuac: anahuac.map(colleague),
  tapatia: tapatia.map(colleague),
  cuautitlan: cuautitlan.map(colleague),
}
