import { byGlobalId } from './allmedia/by-global-id.ts';
import { byQuery } from './allmedia/by-query.ts';
import {
  all,
  evergreens,
  forKids,
  latest,
  mostActive,
  mostActiveExternal,
  picked,
  withAwards,
} from './allmedia/lists.ts';
import { random } from './allmedia/random-items.ts';
import { byStudio, byTermId, byTermTitle } from './allmedia/references.ts';
import type { Handler } from './call.ts';
import { paymentHandlers } from './payment/payment-handlers.ts';
import { generateDirectoryLoginUrl } from './session/directory-login.ts';
import { init } from './session/init.ts';
import { keepalive, logout } from './session/keepalive.ts';
import { login } from './session/login.ts';
import { reportToken } from './session/report-token.ts';
import { staticDetails } from './session/static-details.ts';
import { currentWeather } from './session/weather.ts';
import { statisticsHandlers } from './statistics/statistics-handlers.ts';
import { systemHandlers } from './system/system-handlers.ts';

/** Who answers what, by the id of the row. */
export const handlers: Readonly<Record<string, Handler>> = {
  'session/init': init,
  'session/generatedirectoryloginurl': generateDirectoryLoginUrl,
  'session/login': login,
  'session/keepalive': keepalive,
  'session/logout': logout,
  'session/staticdetails': staticDetails,
  'session/reporttoken': reportToken,
  'session/currentweather': currentWeather,
  'allmedia/byglobalid': byGlobalId,
  'allmedia/all': all,
  'allmedia/latest': latest,
  'allmedia/picked': picked,
  'allmedia/evergreens': evergreens,
  'allmedia/forkids': forKids,
  'allmedia/withawards': withAwards,
  'allmedia/byquery': byQuery,
  'allmedia/random': random,
  'allmedia/mostactive': mostActive,
  'allmedia/mostactiveexternal': mostActiveExternal,
  'allmedia/bytag': byTermTitle('tag', 'tag'),
  'allmedia/byperson': byTermTitle('person', 'person'),
  'allmedia/bypersonid': byTermId('person', 'personid'),
  'allmedia/byshow': byTermTitle('show', 'show'),
  'allmedia/byshowid': byTermId('show', 'showid'),
  'allmedia/byplace': byTermTitle('place', 'place'),
  'allmedia/byplaceid': byTermId('place', 'placeid'),
  'allmedia/byproduct': byTermTitle('product', 'product'),
  'allmedia/byproductid': byTermId('product', 'productid'),
  'allmedia/byfile': byTermTitle('file', 'file'),
  'allmedia/byfileid': byTermId('file', 'fileid'),
  'allmedia/bystudio': byStudio,
  ...paymentHandlers,
  ...systemHandlers,
  ...statisticsHandlers,
};
