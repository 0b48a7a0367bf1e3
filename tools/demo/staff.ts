import { anahuac } from './staff-anahuac.ts'
import { colleagueOf, mailOnly, type StaffRow } from './staff-row.ts'

const tapatia: readonly StaffRow[] = [
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
    'memo_partida',
    'Guillermo',
    'Partida Lomelí',
    'manager',
    'fleet_manager',
    ['Motos'],
    '+52 33 3615 1102',
    196,
    44,
  ],
  ['chayo_urena', 'Rosario', 'Ureña Gómez', 'user', 'dispatcher', ['Motos'], '+52 33 3615 1103', 180, 22],
  [
    'ivan_cortes',
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
    'tono_robles',
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

const cuautitlan: readonly StaffRow[] = [
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
    'joel_ramos',
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
  anahuac: anahuac.map(colleagueOf),
  tapatia: tapatia.map(colleagueOf),
  cuautitlan: cuautitlan.map(colleagueOf),
}
