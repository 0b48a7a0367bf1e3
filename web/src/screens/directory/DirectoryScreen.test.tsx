import type { Contact } from '@rumbo/contract/directory.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { someAddress, someContact } from '../../directory/directory.factory.ts'
import { someListedUser } from '../../identity/users/users.factory.ts'
import { somePlace } from '../../places/places.factory.ts'

/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    import('./DirectoryScreen.tsx'),
    import('../../directory/ContactDialog.tsx'),
    import('../../directory/SystemUserDialogs.tsx'),
  ])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const linked = someContact({
  id: 'k2',
  firstName: 'Bruno',
  lastName: 'Díaz',
  role: 'primary_driver',
  primaryPhone: '55 4444 0000',
  phoneVerified: false,
  user: { id: 'u2', username: 'bruno', level: 'user', status: 'active' },
})
const lead = answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const answers: FakeAnswers = {
  ...lead,
  'GET /directory/contacts': listOf(someContact({ addresses: [someAddress()] }), linked),
}

async function openDirectory(some: FakeAnswers = {}, path = '/directory') {
  const view = renderApp(path, { ...answers, ...some })
  await screen.findByRole('button', { name: 'Acciones de Elena Torres' })
  return view
}
type Person = Awaited<ReturnType<typeof openDirectory>>['user']
const choose = async (user: Person, name: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `Acciones de ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(item) }))
}
const next = (user: Person) => user.click(screen.getByRole('button', { name: 'Siguiente' }))

describe('the list', () => {
  it('shows names, contact data, and what is verified', async () => {
    await openDirectory()
    expect(screen.getByRole('link', { name: '+52 55 5512 3456' }).getAttribute('href')).toBe(
      'tel:+525555123456',
    )
    expect(screen.getAllByText('teléfono verificado')).toHaveLength(1)
    screen.getByText('Conductor principal')
    screen.getByText('bruno')
    expect(screen.getAllByText('Compras · Papelera Norte')).toHaveLength(2)
  })

  it('is called Clients for clients, and keeps filters and view in the address', async () => {
    const { user, at } = await openDirectory({}, '/directory?role=client')
    screen.getByRole('heading', { level: 1, name: 'Clientes' })
    await user.click(screen.getByRole('button', { name: 'Usuarios del sistema' }))
    await user.click(screen.getByRole('switch', { name: 'Solo verificados' }))
    await user.click(screen.getByRole('button', { name: 'Suspendido' }))
    const address = new URLSearchParams(at().split('?')[1])
    expect(Object.fromEntries(address)).toEqual({
      role: 'client',
      view: 'system-users',
      verified: 'true',
      status: 'suspended',
    })
  })

  it('locks actions that a reader may not use, with the reason', async () => {
    const reader = answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] })
    const { user } = await openDirectory(reader)
    expect(screen.queryByRole('button', { name: 'Agregar contacto' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Importar' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Acciones de Elena Torres' }))
    const item = await screen.findByRole('menuitem', { name: /Editar contacto/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.getAttribute('aria-describedby')).toBe(
      screen.getByText('No tienes permiso para hacer esto.').id,
    )
  })
})

describe('the contact’s dialog', () => {
  it('validates each step before the next, and sends what was filled in', async () => {
    const sent: unknown[] = []
    const { user } = await openDirectory({
      'POST /directory/contacts': (body) => {
        sent.push(body)
        return { status: 201, body: someContact({ firstName: 'Ana', lastName: 'Gil' }) }
      },
    })
    await user.click(screen.getByRole('button', { name: 'Agregar contacto' }))
    await screen.findByRole('dialog', { name: 'Agregar contacto' })
    await next(user)
    expect(screen.getAllByText('Este dato es obligatorio')).toHaveLength(3)
    await user.type(screen.getByRole('textbox', { name: /^Nombre/ }), 'Ana')
    await user.type(screen.getByRole('textbox', { name: /^Apellidos/ }), 'Gil')
    await user.type(screen.getByRole('textbox', { name: /^Teléfono principal/ }), '12')
    await user.type(screen.getByRole('textbox', { name: 'Correo electrónico' }), 'ana@')
    await next(user)
    screen.getByText('Escribe un teléfono válido')
    screen.getByText('Escribe un correo válido')
    await user.type(screen.getByRole('textbox', { name: /^Teléfono principal/ }), '34567')
    await user.type(screen.getByRole('textbox', { name: 'Correo electrónico' }), 'example.com')
    await next(user)
    await screen.findByRole('button', { name: 'Agregar dirección' })
    await next(user)
    await user.type(await screen.findByRole('textbox', { name: 'Puesto' }), 'Taller')
    await next(user)
    await screen.findByRole('radio', { name: /Sin usuario/ })
    await user.click(screen.getByRole('button', { name: 'Agregar contacto' }))
    await screen.findByText('Ana Gil está en el directorio')
    expect(sent).toMatchObject([
      {
        companyId: 'c1',
        firstName: 'Ana',
        primaryPhone: '1234567',
        email: 'ana@example.com',
        jobTitle: 'Taller',
      },
    ])
  })

  it('asks before replacing an address of the same type', async () => {
    const sent: { addresses: unknown[] }[] = []
    const { user } = await openDirectory({
      'PUT /directory/contacts/k1': (body) => {
        sent.push(body as { addresses: unknown[] })
        return { body: someContact({ version: 4 }) }
      },
    })
    await choose(user, 'Elena Torres', 'Editar contacto')
    await screen.findByRole('dialog', { name: 'Editar a Elena Torres' })
    await user.click(screen.getByRole('button', { name: 'Paso 2 de 4: Ubicación' }))
    await user.click(await screen.findByRole('button', { name: 'Agregar dirección' }))
    const address = within(await screen.findByRole('dialog', { name: 'Agregar dirección' }))
    await user.click(address.getByRole('combobox', { name: /Tipo de dirección/ }))
    await user.click(await screen.findByRole('option', { name: 'Trabajo' }))
    await user.click(address.getByRole('button', { name: 'Guardar dirección' }))
    address.getByText('Escribe la dirección o elige el punto en el mapa')
    await user.type(address.getByRole('combobox', { name: 'Calle y número' }), 'Insurgentes Sur 1')
    await user.click(address.getByRole('button', { name: 'Guardar dirección' }))
    const ask = within(await screen.findByRole('alertdialog', { name: '¿Reemplazar la dirección?' }))
    ask.getByText(/Trabajo, Paseo de la Reforma 222/)
    await user.click(ask.getByRole('button', { name: 'Reemplazar' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const rows = within(await screen.findByRole('list', { name: 'Direcciones' })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['TrabajoInsurgentes Sur 1'])
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }))
    await screen.findByText('Elena Torres quedó actualizado')
    expect(sent[0]?.addresses).toMatchObject([{ type: 'work', line1: 'Insurgentes Sur 1' }])
  })

  it('accepts coordinates typed beside the map, and offers the street', async () => {
    const parts = { ...somePlace().parts, street: 'Avenida Juárez', number: null }
    const place = somePlace({ name: 'Avenida Juárez', detail: null, parts })
    const { user } = await openDirectory({
      'GET /places/reverse': { body: { place, isDegraded: false } },
      // Coordinates being typed are looked up together.
      'POST /places/reverse': (body) => ({
        body: { places: (body as { points: unknown[] }).points.map(() => place), isDegraded: false },
      }),
    })
    await choose(user, 'Elena Torres', 'Editar contacto')
    await user.click(await screen.findByRole('button', { name: 'Paso 2 de 4: Ubicación' }))
    await user.click(await screen.findByRole('button', { name: 'Agregar dirección' }))
    await user.click(await screen.findByRole('button', { name: 'Elegir en el mapa' }))
    const map = within(await screen.findByRole('dialog', { name: 'Ubicación en el mapa' }))
    await user.click(map.getByRole('button', { name: 'Mi ubicación' }))
    await screen.findByText('Este navegador no ofrece ubicación. Inténtalo desde otro.')
    await user.type(map.getByRole('textbox', { name: 'Coordenadas' }), '19.43, -99.14')
    await map.findByText('Avenida Juárez')
    await user.click(map.getByRole('button', { name: 'Usar este punto' }))
    const address = within(await screen.findByRole('dialog', { name: 'Agregar dirección' }))
    expect(address.getByRole<HTMLInputElement>('textbox', { name: 'Latitud' }).value).toBe('19.430000')
    expect(address.getByRole<HTMLInputElement>('combobox', { name: 'Calle y número' }).value).toBe(
      'Avenida Juárez',
    )
  })

  it('keeps the contact when only its user is refused, and shows what is missing', async () => {
    const made: string[] = []
    const { user } = await openDirectory({
      'PUT /directory/contacts/k1': () => {
        made.push('contact')
        return { body: someContact({ version: 3 + made.length }) }
      },
      'POST /directory/contacts/k1/system-user': refusal(409, 'username_taken'),
    })
    await choose(user, 'Elena Torres', 'Editar contacto')
    await user.click(await screen.findByRole('button', { name: 'Paso 4 de 4: Usuario del sistema' }))
    await user.click(await screen.findByRole('radio', { name: /Crear un usuario/ }))
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }))
    screen.getByText('Escribe el usuario')
    expect(made).toEqual([])
    await user.type(screen.getByRole('textbox', { name: /^Usuario/ }), 'elena_t')
    await user.type(screen.getByLabelText(/^Contraseña/), 'Rumbo-2026!')
    await user.type(screen.getByLabelText(/^Confirmar contraseña/), 'Rumbo-2026!')
    await user.click(screen.getByRole('combobox', { name: /Nivel/ }))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Gerente',
      'Usuario',
      'Invitado',
    ])
    await user.click(screen.getByRole('option', { name: 'Invitado' }))
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /Función/ })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Guardar cambios' }))
    await screen.findByText(/El contacto ya quedó guardado; falta su usuario/)
    expect(screen.getByRole('textbox', { name: /^Usuario/ }).getAttribute('aria-invalid')).toBe('true')
    expect(made).toEqual(['contact'])
  })

  it('shows who changed it meanwhile, and the differences', async () => {
    const current = someContact({ jobTitle: 'Almacén', version: 4 }) satisfies Contact
    const { user } = await openDirectory({
      'PUT /directory/contacts/k1': {
        status: 409,
        body: {
          ...(refusal(409, 'stale_version').body as object),
          current,
          changedBy: 'Ana Gil',
          changedAt: new Date(Date.now() - 20_000).toISOString(),
        },
      },
    })
    await choose(user, 'Elena Torres', 'Editar contacto')
    await user.click(await screen.findByRole('button', { name: 'Guardar cambios' }))
    const conflict = within(
      await screen.findByRole('alertdialog', { name: 'Alguien más cambió este registro' }),
    )
    conflict.getByRole('row', { name: 'Puesto Compras Almacén' })
  })
})

describe('the user of a contact', () => {
  it("is chosen among the company's users without a contact", async () => {
    const luis = someListedUser({ id: 'u3', username: 'luis', displayName: 'Luis Mora' })
    const { user } = await openDirectory({
      'GET /users': listOf(
        luis,
        someListedUser({
          id: 'u4',
          username: 'eva',
          displayName: 'Eva Sol',
          contact: { id: 'k9', name: 'Eva S.' },
        }),
      ),
      'PUT /users/u3/contact': { body: luis },
    })
    await choose(user, 'Elena Torres', 'Vincular usuario')
    const dialog = within(await screen.findByRole('dialog', { name: 'Vincular usuario' }))
    await user.click(dialog.getByRole('button', { name: 'Vincular usuario' }))
    dialog.getByText('Elige el usuario')
    await user.click(dialog.getByRole('combobox', { name: /Usuario/ }))
    const taken = await screen.findByRole('option', { name: /Eva Sol/ })
    expect(taken.getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('option', { name: /Luis Mora/ }))
    await user.click(dialog.getByRole('button', { name: 'Vincular usuario' }))
    await screen.findByText('Elena Torres quedó vinculado a luis')
  })

  it('is unlinked after a confirmation', async () => {
    const { user, count } = await openDirectory({
      'DELETE /users/u2/contact': { body: someListedUser({ id: 'u2', username: 'bruno' }) },
    })
    await choose(user, 'Bruno Díaz', 'Desvincular usuario')
    const ask = within(
      await screen.findByRole('alertdialog', { name: '¿Desvincular a bruno de Bruno Díaz?' }),
    )
    expect(count('DELETE /users/u2/contact')).toBe(0)
    await user.click(ask.getByRole('button', { name: 'Desvincular usuario' }))
    await screen.findByText('Bruno Díaz ya no tiene usuario vinculado')
  })
})

it('uses the texts of the specification in English', async () => {
  const view = renderApp(
    '/directory',
    {
      ...answers,
      'POST /directory/contacts/k1/system-user': { status: 400, body: {} },
    },
    { language: 'en' },
  )
  const { user } = view
  await user.click(await screen.findByRole('button', { name: /Elena Torres$/, expanded: false }))
  await user.click(await screen.findByRole('menuitem', { name: /Create system user/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create system user' }))
  await user.type(dialog.getByRole('textbox', { name: /Username/ }), 'elena_t')
  await user.type(dialog.getByLabelText(/^Password/), 'Rumbo-2026!')
  await user.type(dialog.getByLabelText(/^Confirm password/i), 'Rumbo-2026!')
  await user.click(dialog.getByRole('combobox', { name: /Level/ }))
  await user.click(await screen.findByRole('option', { name: 'Guest' }))
  await user.click(dialog.getByRole('button', { name: 'Create system user' }))
  await dialog.findByText('Failed to create system user account. Please try again.')
})
