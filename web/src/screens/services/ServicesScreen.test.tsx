import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { refusal, renderApp } from '../../app/testing.tsx'
import { someContact } from '../../directory/directory.factory.ts'
import { somePlace } from '../../places/places.factory.ts'
import { someService } from '../../services/services.factory.ts'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'

/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./ServicesScreen.tsx')])
}, 60_000)

const contact = someContact()
const place = somePlace({ name: 'Paseo de la Reforma', detail: 'Avenida Insurgentes', isApproximate: true })
const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const answers = {
  'GET /services': listOf(someService()),
  'GET /directory/contacts': listOf(contact),
  'GET /places/search': { body: { items: [place], isDegraded: false } },
  'GET /places/reverse': { body: { place, isDegraded: false } },
  'POST /services': { status: 201, body: someService({ serviceNumber: 20440 }) },
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

async function openDialog(some = {}) {
  const view = renderApp('/services', { ...answers, ...some })
  await heading('Servicios')
  await view.user.click(await screen.findByRole('button', { name: 'Nuevo servicio' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nuevo servicio' })
  const next = () => view.user.click(within(dialog).getByRole('button', { name: 'Siguiente' }))
  return { ...view, dialog, next, inDialog: within(dialog) }
}

it('creates a service in three steps; the contact fills in the customer, a place its coordinates', async () => {
  const { user, next, inDialog, asked, count } = await openDialog()
  inDialog.getByRole('group', { name: 'Cliente' })
  await next()
  inDialog.getByText('Elige el contacto solicitante')
  inDialog.getByText('Escribe el nombre del cliente')

  await user.click(inDialog.getByRole('combobox', { name: /Contacto solicitante/ }))
  await user.click(await screen.findByRole('option', { name: /Elena Torres/ }))
  expect(inDialog.getByLabelText<HTMLInputElement>(/Nombre del cliente/).value).toBe('Elena Torres')
  expect(inDialog.getByLabelText<HTMLInputElement>(/Teléfono del cliente/).value).toBe('+52 55 5512 3456')
  await next()

  await inDialog.findByRole('group', { name: 'Detalles' })
  expect(inDialog.getByRole('combobox', { name: /Tipo de servicio/ }).textContent).toBe('Taxi')
  await next()

  await inDialog.findByRole('group', { name: 'Paradas' })
  await user.click(inDialog.getByRole('button', { name: 'Crear servicio' }))
  await inDialog.findByText('Escribe la dirección de la parada')
  await user.type(inDialog.getByRole('combobox', { name: /Dirección/ }), 'Reforma')
  await user.click(await screen.findByRole('option', { name: /Paseo de la Reforma/ }))
  expect(inDialog.getByLabelText<HTMLInputElement>(/Latitud/).value).toBe('19.4284')
  await user.click(inDialog.getByRole('button', { name: 'Crear servicio' }))

  await screen.findByText('Servicio 20440 creado')
  expect(count('POST /services')).toBe(1)
  expect(asked.find(({ call }) => call === 'POST /services')?.body).toMatchObject({
    fleetId: 'f1',
    serviceType: 'taxi',
    customerName: 'Elena Torres',
    requesterContactId: 'k1',
    plannedStops: [{ stopType: 'pickup', latitude: 19.4284, longitude: -99.1627 }],
  })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Nuevo servicio' })).toBeNull())
})

/** Up to the stops, with the pickup chosen by keyboard. */
async function toStops(some = {}) {
  const view = await openDialog(some)
  await view.user.click(view.inDialog.getByRole('combobox', { name: /Contacto solicitante/ }))
  await view.user.click(await screen.findByRole('option', { name: /Elena Torres/ }))
  await view.next()
  await view.inDialog.findByRole('group', { name: 'Detalles' })
  await view.next()
  const pickup = await view.inDialog.findByRole('combobox', { name: /Dirección/ })
  await waitFor(() => expect(document.activeElement).toBe(pickup))
  await view.user.keyboard('Reforma')
  await screen.findByRole('option', { name: /Paseo de la Reforma/ })
  await view.user.keyboard('{Enter}')
  return view
}

it('asks what a delivery carries, and how long a stop takes', async () => {
  const { user, next, inDialog, asked } = await openDialog()
  await user.click(inDialog.getByRole('combobox', { name: /Contacto solicitante/ }))
  await user.click(await screen.findByRole('option', { name: /Elena Torres/ }))
  await next()
  await inDialog.findByRole('group', { name: 'Detalles' })
  expect(inDialog.queryByRole('textbox', { name: 'Peso (kg)' })).toBeNull()
  await user.click(inDialog.getByRole('combobox', { name: /Tipo de servicio/ }))
  await user.click(await screen.findByRole('option', { name: 'Reparto' }))
  const weight = inDialog.getByRole('textbox', { name: 'Peso (kg)' })
  await user.type(weight, '0')
  await next()
  inDialog.getByText('Escribe un número mayor que 0, hasta 100,000')
  await user.clear(weight)
  await user.type(weight, '1,200.5')
  await user.type(inDialog.getByRole('textbox', { name: 'Volumen (m³)' }), '0.8')
  await next()
  await inDialog.findByRole('group', { name: 'Paradas' })
  await user.type(inDialog.getByRole('combobox', { name: /Dirección/ }), 'Reforma')
  await user.click(await screen.findByRole('option', { name: /Paseo de la Reforma/ }))
  const minutes = inDialog.getByRole('textbox', { name: 'Minutos en la parada' })
  await user.type(minutes, '481')
  await user.click(inDialog.getByRole('button', { name: 'Crear servicio' }))
  inDialog.getByText('Escribe minutos enteros, de 0 a 480')
  await user.clear(minutes)
  await user.type(minutes, '15')
  await user.click(inDialog.getByRole('button', { name: 'Crear servicio' }))
  await screen.findByText('Servicio 20440 creado')
  expect(asked.find(({ call }) => call === 'POST /services')?.body).toMatchObject({
    serviceType: 'delivery',
    requiredLoadKg: 1200.5,
    requiredLoadM3: 0.8,
    plannedStops: [{ serviceMinutes: 15 }],
  })
})

it('creates and sends by Ctrl+Enter; the pickup and each added stop begin at their address', async () => {
  const created = someService({ serviceNumber: 20440 })
  const { user, inDialog, asked } = await toStops({
    'POST /services': { status: 201, body: created },
    'POST /services/s1/dispatch': { body: { ...created, status: 'on_dispatch', version: 2 } },
  })
  await user.click(inDialog.getByRole('button', { name: 'Agregar parada' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(inDialog.getAllByRole('combobox', { name: /Dirección/ })[1]),
  )
  await user.keyboard('Reforma')
  await screen.findByRole('option', { name: /Paseo de la Reforma/ })
  await user.keyboard('{Enter}{Control>}{Enter}{/Control}')
  await screen.findByText('Servicio 20440 creado y enviado a despacho')
  expect(asked.filter(({ call }) => call.startsWith('POST /services')).map(({ call }) => call)).toEqual([
    'POST /services',
    'POST /services/s1/dispatch',
  ])
})

it('says that a service was created although it could not be sent, and keeps nothing open', async () => {
  const { user, inDialog, count } = await toStops({
    'POST /services/s1/dispatch': refusal(500, 'internal'),
  })
  await user.click(inDialog.getByRole('button', { name: 'Crear y enviar' }))
  await screen.findByText('Servicio 20440 creado')
  await screen.findByText('No se pudo enviar a despacho. Inténtalo de nuevo.')
  expect(count('POST /services')).toBe(1)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Nuevo servicio' })).toBeNull())
})

it('takes a new caller by number and name alone, in the form itself', async () => {
  const { user, inDialog, asked } = await openDialog({
    'GET /directory/contacts': (_body: unknown, query: URLSearchParams) =>
      query.get('search') ? listOf() : listOf(contact),
  })
  await user.click(inDialog.getByRole('combobox', { name: /Contacto solicitante/ }))
  // Before the answer: Enter waits for it.
  await user.keyboard('5599887766{Enter}')
  const name = await inDialog.findByLabelText<HTMLInputElement>(/Nombre del cliente/)
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(inDialog.getByLabelText<HTMLInputElement>(/Teléfono del cliente/).value).toBe('5599887766')
  inDialog.getByText(/el apellido no hace falta/)
  await user.keyboard('Ana{Control>}{Enter}{/Control}')
  const pickup = await inDialog.findByRole('combobox', { name: /Dirección/ })
  await waitFor(() => expect(document.activeElement).toBe(pickup))
  await user.keyboard('Reforma')
  await screen.findByRole('option', { name: /Paseo de la Reforma/ })
  await user.keyboard('{Enter}')
  await user.click(inDialog.getByRole('button', { name: 'Crear servicio' }))
  await screen.findByText('Servicio 20440 creado')
  expect(asked.find(({ call }) => call === 'POST /services')?.body).toMatchObject({
    requesterContactId: null,
    customerName: 'Ana',
    customerPhone: '5599887766',
  })
})

const knownPlace = (address: string, isOwn: boolean) => ({
  address,
  latitude: 19.42,
  longitude: -99.16,
  isOwn,
  uses: 1,
})
const caller = {
  body: {
    companyId: 'c1',
    templates: [],
    services: [
      {
        id: 's9',
        serviceNumber: 20101,
        serviceType: 'taxi',
        status: 'completed',
        dispatchTime: '2026-02-01T15:00:00.000Z',
        stops: [
          {
            address: 'Durango 12',
            latitude: 19.42,
            longitude: -99.16,
            stopType: 'pickup',
            reference: 'Portón azul',
            contactName: null,
            contactPhone: null,
          },
        ],
      },
    ],
    places: [knownPlace('Oficina', false), knownPlace('Durango 12', true)],
  },
}
const whoCalls = async () => {
  const view = await openDialog({ 'GET /services/callers/k1': caller })
  await view.user.click(view.inDialog.getByRole('combobox', { name: /Contacto solicitante/ }))
  await view.user.click(await screen.findByRole('option', { name: /Elena Torres/ }))
  return view
}

it('asks whether a doubtful stop is right, and creates and sends the service once it is confirmed', async () => {
  const sent: unknown[] = []
  const created = someService({ serviceNumber: 20440 })
  const { user } = await toStops({
    'POST /services': (body: unknown) => {
      sent.push(body)
      return sent.length === 1
        ? {
            status: 409,
            body: {
              ...(refusal(409, 'stop_doubtful').body as object),
              errors: [{ path: 'body.plannedStops.0.address', code: 'place_far' }],
            },
          }
        : { status: 201, body: created }
    },
    'POST /services/s1/dispatch': { body: { ...created, status: 'on_dispatch', version: 2 } },
  })
  await user.keyboard('{Control>}{Enter}{/Control}')
  const question = within(await screen.findByRole('alertdialog', { name: '¿Son correctas estas paradas?' }))
  question.getByText(/Paseo de la Reforma.*: Está muy lejos de donde trabaja la flotilla/)
  await user.click(question.getByRole('button', { name: 'Sí, son correctas' }))
  await screen.findByText('Servicio 20440 creado y enviado a despacho')
  expect(sent).toMatchObject([{ areStopsConfirmed: false }, { areStopsConfirmed: true }])
})

it('repeats a recent service of the caller', async () => {
  const { user, inDialog, asked } = await whoCalls()
  await user.click(await inDialog.findByRole('button', { name: 'Repetir el servicio 20101' }))
  await inDialog.findByDisplayValue('Portón azul')
  await user.click(inDialog.getByRole('button', { name: 'Crear servicio' }))
  await screen.findByText('Servicio 20440 creado')
  expect(asked.find(({ call }) => call === 'POST /services')?.body).toMatchObject({
    requesterContactId: 'k1',
    plannedStops: [{ address: 'Durango 12', latitude: 19.42, longitude: -99.16, reference: 'Portón azul' }],
  })
})

it('proposes the caller’s own addresses first, also while nothing is typed', async () => {
  const { user, inDialog } = await whoCalls()
  await inDialog.findByRole('button', { name: 'Recoger en Durango 12' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  const pickup = await inDialog.findByRole<HTMLInputElement>('combobox', { name: /Dirección/ })
  await waitFor(() => expect(document.activeElement).toBe(pickup))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Durango 12', 'Oficina'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(pickup.value).toBe('Durango 12'))
  await user.keyboard('{Alt>}n{/Alt}')
  await waitFor(() => expect(inDialog.getAllByRole('combobox', { name: /Dirección/ })).toHaveLength(2))
})

it('asks who cancels and why, and shows a refusal with the current status', async () => {
  const current = someService({ status: 'vehicle_assigned', assignedVehicleNumber: '137', version: 2 })
  const { user, count } = renderApp('/services', {
    ...answers,
    'POST /services/s1/cancel': {
      status: 409,
      body: { ...(refusal(409, 'stale_version').body as object), current, changedBy: 'Ana Gil' },
    },
  })
  await heading('Servicios')
  await user.click(await screen.findByRole('button', { name: 'Acciones de 20431' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancelar servicio' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancelar servicio 20431' }))
  await user.click(dialog.getByRole('button', { name: 'Cancelar servicio' }))
  dialog.getByText('Este dato es obligatorio')
  expect(count('POST /services/s1/cancel')).toBe(0)
  await user.click(dialog.getByRole('combobox', { name: /Motivo/ }))
  await user.click(await screen.findByRole('option', { name: 'El servicio está repetido' }))
  await user.click(dialog.getByRole('button', { name: 'Cancelar servicio' }))
  await screen.findByText('El servicio 20431 ya tiene la unidad 137')
  screen.getByText('Servicio 20431: Listo para iniciar. Lo cambió Ana Gil.')
})

it('shows services that ended today, by their end time, like the cards of the control panel', async () => {
  const asked: URLSearchParams[] = []
  const list = (_body: unknown, query: URLSearchParams) => {
    asked.push(query)
    return listOf()
  }
  renderApp('/services?status=completed&period=endedToday', { ...answers, 'GET /services': list })
  await screen.findByText('Terminados hoy')
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(asked.map((query) => query.get('from'))).toEqual(asked.map(() => null))
  // Midnight in Mexico City.
  expect(asked[0]?.get('endedSince')).toMatch(/T06:00:00.000Z$/)
})

it('shows the last seven days, open services of any age, and everything on demand', async () => {
  const asked: (string | null)[] = []
  const list = (_body: unknown, query: URLSearchParams) => {
    asked.push(query.get('from'))
    return listOf()
  }
  const { user } = renderApp('/services', { ...answers, 'GET /services': list })
  await heading('Servicios')
  await user.click(await screen.findByRole('button', { name: 'Buscar en todas las fechas' }))
  await screen.findByText('Todavía no hay servicios en esta flotilla.')
  const first = Date.parse(asked[0] ?? '')
  const days = (Date.now() - first) / 86_400_000
  expect([days > 6 && days < 7.1, asked.at(-1)]).toEqual([true, null])
  // Midnight in Mexico City.
  expect(new Date(first).toISOString()).toMatch(/T06:00:00.000Z$/)

  asked.length = 0
  await user.click(screen.getByRole('button', { name: 'Buscando unidad' }))
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(new Set(asked)).toEqual(new Set([null]))
})

it('filters by priority and payment, and says when more match than are counted', async () => {
  const asked: string[] = []
  const { user } = renderApp('/services', {
    ...answers,
    'GET /services': (_body: unknown, query: URLSearchParams) => {
      asked.push(query.toString())
      return {
        body: { items: [someService()], total: 10_000, page: 1, size: 25, isTotalBound: true },
      }
    },
  })
  await screen.findByText('1 a 25 de más de 10,000')
  await user.click(screen.getByRole('button', { name: 'Más filtros' }))
  await user.click(screen.getByRole('combobox', { name: 'Prioridad' }))
  await user.click(await screen.findByRole('option', { name: 'Crítica' }))
  await waitFor(() => expect(asked.at(-1)).toContain('priorityLevel=critical'))
  await user.click(screen.getByRole('combobox', { name: 'Estado del pago' }))
  await user.click(await screen.findByRole('option', { name: 'Pendiente' }))
  await waitFor(() => expect(asked.at(-1)).toContain('paymentStatus=pending'))
  expect(asked.at(-1)).toContain('priorityLevel=critical')

  const active = screen.getByRole('region', { name: 'Filtros en uso' })
  await user.click(within(active).getByRole('button', { name: 'Quitar el filtro Prioridad: Crítica' }))
  await waitFor(() => expect(asked.at(-1)).not.toContain('priorityLevel'))
  expect(asked.at(-1)).toContain('paymentStatus=pending')
  await user.click(within(active).getByRole('button', { name: 'Quitar filtros' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Filtros en uso' })).toBeNull())
  await user.click(screen.getByRole('combobox', { name: 'Periodo' }))
  await user.click(await screen.findByRole('option', { name: 'Últimos 30 días' }))
  await waitFor(() => expect(asked.at(-1)).not.toContain('withOpen'))
  expect(asked.at(-1)).not.toContain('paymentStatus')
})

it('takes filters, pickers and days from the address, and says which are in use', async () => {
  const asked: URLSearchParams[] = []
  const vehicle = someVehicle({ id: '01890a5d-ac96-774b-bcce-b302099a8057', vehicleNumber: '118' })
  const customer = someContact({ id: '01890a5d-ac96-774b-bcce-b302099a8058' })
  renderApp(
    `/services?period=custom&from=2026-03-01&to=2026-03-02&vehicle=${vehicle.id}&customer=${customer.id}&driver=x`,
    {
      ...answers,
      [`GET /vehicles/${vehicle.id}`]: { body: vehicle },
      [`GET /directory/contacts/${customer.id}`]: { body: customer },
      'GET /services': (_body: unknown, query: URLSearchParams) => {
        asked.push(query)
        return listOf(someService())
      },
    },
  )
  await screen.findByRole('button', { name: 'Quitar el filtro Periodo: 01/03/2026 – 02/03/2026' })
  await screen.findByRole('button', { name: 'Quitar el filtro Unidad: 118' })
  await screen.findByRole('button', { name: 'Quitar el filtro Cliente: Elena Torres' })
  const query = asked.at(-1)
  expect(query?.get('from')).toBe('2026-03-01T06:00:00.000Z')
  expect(query?.get('to')).toBe('2026-03-03T06:00:00.000Z')
  expect(query?.get('vehicleId')).toBe(vehicle.id)
  expect(query?.get('requesterContactId')).toBe(customer.id)
  expect([query?.get('driverId'), query?.get('withOpen')]).toEqual([null, null])
})
