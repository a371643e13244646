import type { menuImport as en } from "@/messages/en/staff/menu/menu-import";
import { plural } from "@/messages/plural";

export const menuImport: typeof en = {
  startFromExportOfMenu:
    "Empieza con una exportación del menú: cámbiala en cualquier hoja de cálculo, guárdala como CSV y tráela de vuelta. Las filas que conservan su id cambian ese platillo; las que no tienen id se agregan. Los platillos que no están en el archivo quedan igual.",
  unitsColumn:
    "La columna “units” tiene las unidades de preparación de un platillo, de 0 a 20. Una celda vacía las deja como están.",
  chooseACsvFile: "Elige un archivo CSV",
  orDropItHere: "o arrástralo aquí",
  nothingIsWrittenUntilYou: "No se escribe nada hasta que hayas visto qué cambiaría.",
  n1LeftAsItIs: ({ unchanged }: { unchanged: number }) =>
    plural(unchanged, { one: "1 queda igual", other: `${unchanged} quedan igual` }),
  added: ({ added }: { added: number }) =>
    plural(added, { one: "1 agregado", other: `${added} agregados` }),
  changed: ({ changed }: { changed: number }) =>
    plural(changed, { one: "1 cambiado", other: `${changed} cambiados` }),
  row: "Fila",
  row2: ({ row }: { row: number }) => `Fila ${row}`,
  column: "Columna",
  problem: "Problema",
  whatTheFileDoes: "Lo que hace el archivo",
  n1ProblemToCorrectProblems: ({ count }: { count: number }) =>
    plural(count, { one: "1 problema por corregir", other: `${count} problemas por corregir` }),
  nothingWasWrittenCorrectFile: "No se escribió nada. Corrige el archivo y elígelo otra vez.",
  problemsInTheFile: "Problemas en el archivo",
  nothingToImport: "Nada que importar",
  menuAlreadyIsAsFile: "El menú ya está como dice el archivo.",
  readyToImport: "Listo para importar",
  pleaseLookThroughListThen: ({ countsOf }: { countsOf: string }) =>
    `${countsOf}. Revisa la lista y luego confirma.`,
  newMenuItems: "Platillos nuevos",
  changedMenuItems: "Platillos cambiados",
  n1RowReadRowsRead: ({ rows }: { rows: number }) =>
    plural(rows, { one: "1 fila leída", other: `${rows} filas leídas` }),
  menuWasChangedMeanwhilePlease:
    "El menú cambió mientras tanto. Revisa la lista otra vez antes de importar.",
  couldNotBeRead: ({ name }: { name: string }) => `No se pudo leer ${name}.`,
  theImportFailed: ({ errorMessage }: { errorMessage: string }) =>
    `La importación falló: ${errorMessage}`,
  menuImported: ({ countsOf }: { countsOf: string }) => `Menú importado: ${countsOf}`,
  importMenu: "Importar menú",
  checking: ({ name }: { name: string | number }) => `Revisando ${name}...`,
  fileCouldNotBeImported: "No se pudo importar el archivo",
  chooseAnotherFile: "Elegir otro archivo",
  importing: "Importando...",
  confirmImport: "Confirmar importación",
};
