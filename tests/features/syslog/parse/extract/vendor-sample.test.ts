import { expect, test } from "bun:test";
import { readSample, type SamplePart, scoreSample } from "./vendor-sample";

/** A value that is wrong is searched and alerted on; one that is missing is still in the line. */
const MIN_PRECISION = 99;

/**
 * Lines of products of which most have no parser of their own. Their truth was written before any code had read them;
 * rules were then made of what `a` missed, and measured once on `b` (80.3 of 100) and on two parts of `c` (81.0 and 79.4),
 * before they were looked at, too. `d`, `e` and `f` hold ever rarer products, and were written by somebody who did not know
 * the rules. Before anybody had looked at them, the rules of `a` to `c` read 75.1, 73.8 and 57.8 of 100; those made of `d`
 * read 78.9 of `e`, and those of `d` and `e` 75.3 of `f`. Of `g`, `h` and `i`, again written by somebody else, the rules of
 * `a` to `f` read 87.2, 90.8 and 75.8; with rules for whole classes of lines, and what `g` then told for `h`, and both for
 * `i`, 90.3, 92.4 and 82.9. Of `j` (usual products), `k` (middling) and `l` (rare ones), written by somebody else once more,
 * the rules of `a` to `i` read 88.5, 86.1 and 77.1; with rules made of lines of the rules' own author, and what `j` told for
 * `k`, and both for `l`, 89.0, 88.4 and 77.4. One label of `j` was none of the verdicts there are.
 * `m` and `n` were written by the rules' own author, from forms that no other part has, with hosts, programs and times among
 * what is asked: 90.7 and 95.5 with the rules before, 91.0 and 96.3 at first sight with those of sets before them (of `n`
 * four labels were words that no verdict or direction has, and were corrected).
 * `o` and `p`, by the same author, are half of products that are met in many networks: 98.0 and 96.1 at first sight, the
 * latter 95.8 with the rules that `o` had told for; of each a label or two that other parts leave open was corrected.
 * `q`, `r`, `s` and `t` are of some 190 products that no other part names, written from what is known of their documents, with
 * few fields left open. At first sight 91.3, 96.3 and 91.8 with the rules of before (of ends, verdicts and interfaces
 * alone 87.0, 94.0 and 85.7); with those that `q`, `r` and lines of whole classes told for, `s` read 93.2 (88.3) before
 * anybody looked. Of `s` one label was corrected. Of `t`, by the same author once more, 96.3 with and without all of them.
 * `u`, `v` and `w` are of some 150 products that no other part names, by somebody who had not read the rules: 87.0, 96.0 and 91.0
 * at first sight; with those that `u` told for, `v` read 96.0 still and `w` 93.4. Of `x`, 48 more by the same author, who
 * knew the rules by then, 95.3 before and with all of them. `y` is of 70 vendors that do not exist, by somebody who had not
 * read the rules: 90.4 at first sight, 89.0 before ten of its labels were corrected.
 * `z` is of 60 products that log objects of JSON, pairs, CEF and columns, by somebody who had not read the rules: 91.9 at
 * first sight (of ends, verdicts and interfaces alone 94.7). A label took a rule's name before its id, and one an end that
 * was not translated for a translation; both are left open now. `aa` is of
 * 62 products of network security, by somebody who had not read the rules: 90.3 at first sight, three of its labels were no
 * canonical address or protocol and were corrected.
 * `ab` is of 60 products of infrastructure (switches, carriers, wireless, load balancers, servers), by somebody who had not
 * read the rules: 86.7 at first sight (of ends, verdicts and interfaces alone 86.3), 85.6 before two of its truths were
 * corrected (IPv6 in another spelling, and an end that was not translated). `ac` and `ad` are of 120 more, by others who had
 * not: the rules of before `y` read 87.0 and 90.8, those of `y`, `z`, `aa` and `ab` 95.6 and 93.9 at first sight. No rule was
 * made of these two. `ae` is of 65 firewalls of all vendors, by somebody who had not read the rules: 92.9 at first sight, 91.3
 * before five of its labels were corrected to what the house takes.
 * `af` is of 65 servers, daemons and parts of infrastructure, by somebody who had not read the rules: 95.7 at first sight,
 * 94.9 before three of its truths were corrected (IPv6 in another spelling, and a server's accepting, which other parts
 * leave open), and all of it with the rules that it told for.
 * `ag` is of 65 vendors that do not exist, in all shapes, by somebody who had not read the rules: 77.4 at
 * first sight, 76.9 before the labels of five lines were corrected (addresses and ICMP of version 6 in another spelling, and
 * an interface that the line has for the way out alone).
 * `ah` is of 60 products that log objects, XML, CEF and pairs (clouds, agents, meshes), by somebody who had
 * not read the rules: 95.1 at first sight, 94.6 before five of its labels were corrected (a protocol's stored name, three of
 * applications and a rule's name beside its id, which other parts leave open).
 * `ai` is of 65 products of all kinds, real and invented, that was held out while the rules of `ae` to `ah` were made: the
 * rules before these read 89.0, and they read 92.8 (91.4 before labels of seven lines were corrected to what the house
 * takes: a translated end equal to the called one, interfaces of what goes out, a protocol's stored name, a server's
 * accepting and its time's zone); it is of use to learn from since.
 * `aj` is of 65 unknown vendors in all forms, by somebody who had not read the rules, and was held out until the rules of
 * `ae` to `ah` were made: 91.0 by the rules before these and 92.2 with them, by the labels as they came (then the labels of
 * six lines were corrected: an end that was not translated, ICMP of version 6, and the interface of a line that names the
 * way out alone). `ak` (all kinds) and `al` (unknown vendors, all forms) are of 120 lines by two others who had not: 93.2 and 95.0
 * at first sight, by the rules before `ae` 92.8 and 94.4. No rule was made of these two; of what is told of `al` 98.0 in a
 * hundred is right.
 * `am` is of 75 real lines of usual products whose identifying parts were changed (access points, gateways of mail and web,
 * load balancers, storage, servers of accounts), by somebody who had not read the rules: 88.7 at first sight
 * (97.1 of what was told was right), and all of it with the rules that it told for. One label was corrected: an interface of
 * a line that names the way out alone.
 * `an` is of 75 lines of real products as public repositories have them, what identifies changed, labelled by somebody who
 * had not read the rules: 89.0 at first sight, and all of it with the rules that it told for.
 * `ao` is of 75 real lines of gateways, daemons and clouds, by somebody who had not read the rules: 89.7 at first sight, 89.2 before the
 * labels of six lines were corrected (the interface of three that name the way out alone, a time's zone, ICMP of version 6,
 * and a server's accepting).
 * `ap` is of 90 lines that real products printed, identifying parts changed: 87.3 at first sight, 84.7 before the labels of eleven
 * lines were corrected (addresses of version 6 in another spelling, ends that were not translated, Squid's protocol, names
 * behind a priority that is none) or left open (ports of 0).
 * `aq` is of 90 real lines of firewalls, proxies, load balancers and consoles of all continents, what tells
 * of somebody changed: 89.3 at first sight, 89.0 before labels of four lines were corrected to what other parts leave open
 * (interfaces of what goes out alone, with two names, and a place that may be a network's); of what was told 98.2 in a
 * hundred was right, 97.3 before.
 * `ar` is of 70 real lines of today's clouds, content delivery, secure access and gateways of mail: 81.0 at first sight, 3 of 182
 * values told wrong; no label was corrected.
 * `as` is of 92 real lines of daemons, desktops, routers and appliances whose identifying parts were changed: 91.9 at first sight
 * (97.6 of what was told was right), 91.5 before labels of two lines were corrected (an end that was not translated, and a
 * time's zone), and all of it with the rules that it told for.
 * `at` is of 92 real lines of products of today that was held out while the rules of `am` to `as` were made: the rules before
 * read 84.2, and they read 92.0, by labels of which one was corrected (a time's zone). With `ak` it was held out until the rules of
 * `au` to `bn` were made as well: by those the two read 93.7 and 93.4 (98.9 and 99.8 of what was told was right). Rules were made
 * of both then, and nothing of them is wrong; labels of three lines were corrected or left open (a rule's id beside its name, an end that
 * was not translated, how a client is seen from outside). Missing is a rule that nothing but its place tells.
 * `au` and `av` are of 88 and 80 real lines whose products, and a quarter of the lines of `au` to the word but for what
 * identifies, stand in sets before them, so that they measure less than a set of products that nobody had met: 97.8 and 96.7 at
 * first sight (8 of 920 values that were told were wrong by the labels as they came, 2 of 915 by those that are kept), 97.6 and 96.7 before
 * the labels of four and two lines were corrected or left open (interfaces of what goes out alone, a time's zone, and Squid's protocol).
 * `aw` is of 90 real lines of firewalls, filters, servers and guards, most of them of products that are met for decades: 94.3 at first
 * sight (99.5 of what was told was right), 94.1 before labels of three lines were corrected (the interface of two that name
 * the way out alone, and a local time beside the same one since 1970), and all of it with the rules that it told for.
 * `ax` is of 81 real lines of access gateways, firewalls of the web, gateways of mail and managers of networks, what identifies
 * changed, by somebody who had not read the rules: 92.1 at first sight (98.4 of what was told was right), before labels of
 * two lines were corrected (a time's zone, and a rule's name beside its id, which other parts leave open), and all of it with
 * the rules that it told for.
 * `ay` is of 86 real lines of routers, switches, gateways, VPN and telephony whose identifying parts were changed: 93.1 at
 * first sight, 2 of 488 told values wrong, of which one was a label's (an interface of a line that names the way out alone).
 * `ba` is of 58 real lines of products that no other part names (rare daemons, servers of games, programs of desktops, home
 * routers), by somebody who had not read the rules: 88.1 at first sight (199 of 226, 4 told values wrong), by the rules of
 * before `au` to `ay` as well, and all of it with the rules that it told for. Of a label the sentence's dot was cut off.
 * `bb` is of 59 real lines of appliances that no other part names, many of them rows that only a manual explains: 79.1 at
 * first sight (94.9 of what was told was right); a label was corrected (a time's zone), and two products' rows are left out.
 * `bc` is of 71 real lines of daemons and applications that no other part names: 78.0 at first sight (97.9 of what was told was right), 77.2
 * before the labels of two lines were corrected (a time's zone).
 * `bd` is of 58 real lines that are structured (JSON, pairs, CEF, LEEF, columns) of products that hardly another set names,
 * audits of clouds above all, identifying parts changed, by somebody who had not read the rules: 71.0 at first sight (94.5 of
 * what was told was right), and nothing of it wrong with the rules that it told for; one label, how a client is seen from
 * outside, is left open since. Missing are rules of rows and programs that nothing marks, and what `ipAddress` is beside a
 * named source.
 * `bg` is of 82 real lines of daemons and servers (file systems, queues, coins, games, clusters): 73.1 at first sight (93.6 of what was told
 * was right), and nothing of it wrong with the rules that it told for; labels of three lines were left open, why a call failed and a program
 * that a key may mean otherwise. Missing are lines without an address.
 * `az` and `be` were held out while the rules of `au` to `bd` were made, and none was made of `az`, which is of 90 lines of what
 * networks usually have, from many sources and of all continents, also of products that other parts name, some lines put together from
 * vendors' own examples: 96.5 by the rules before, 98.2 with those (95.7 and 97.3 before the labels of three lines were left open: names
 * beside numbers, and the interface of what goes out alone). `be` is of 80 real lines of which half are of products that no part names,
 * pasted by whoever had a question, with few fields asked of each: 81.3 and 84.1, 86.5 before it was looked at (98.2 of what was told was
 * right). Rules were made of what it missed then, and labels of two lines were left open, as in other parts: the sides of a record that
 * calls them local and peer without a way, and that a proxy accepted. Missing are two sentences that tell no role.
 * `bf` is of 85 real lines of routers, gateways, VPN and daemons of networks that hardly another part names, identifying parts
 * changed, by somebody who had not read the rules: 79.9 at first sight (96.2 of what was told was right), and nothing of it wrong
 * with the rules that it told for; one label is left open since (the interface of a line that names the way out alone). Missing are
 * rows by their place alone and ends of lines that name no address.
 * `bh` is of 60 real lines of host firewalls, eBPF tools, proxies, sensors, honeypots and mail filters: 75.1 at first sight, 95.2
 * of what was told was right, the interface of what goes out alone left open since. Missing are ports of names in lines without
 * an address.
 * `bi` is of 66 real records (JSON, pairs, line protocol, columns) of products that hardly another set names: audits of software that
 * is rented, exporters of flows, clouds' access logs, programs that log for machines, identifying parts changed, by somebody who had
 * not read the rules: 70.1 at first sight (95.2 of what was told was right). Missing is what stands behind a header's own time.
 * `bk` is of 62 real lines of daemons, clients, servers of games and of talk, radio, voice and storage that speak in sentences and that
 * hardly another set names, identifying parts changed, by somebody who had not read the rules: 69.5 at first sight (88.4 of what was
 * told was right, as who called was taken for who came). Missing are programs in front of times, and dates whose day may be a month.
 * `bj` and `bl` were held out while the rules of `bf` to `bk` and those of whole sentences and heads were made, and none was made of
 * them then. `bj` is of 77 real lines of all kinds that hardly another set names: 75.7 by the rules before, 86.2 with those, and rules
 * have been made of it since. `bl`, of which none are, is of 60 of gateways, proxies, tunnels, guards, clouds and agents, half of them
 * records: 76.3 and 84.9, of which 84.2 before anybody had seen what was missed, which was then looked at only for what a later rule
 * told wrongly. Of what was told of both 99.2 in a hundred was right. No label was corrected. Missing of `bj` are chains of proxies in a
 * notation of their own, and wrong is whom a resolver called.
 * `bm` is of 69 real lines of firewalls, switches and guards of known vendors, most of them kinds of messages that no other set has, what
 * identifies changed, by somebody who had not read the rules: 86.8 at first sight (95.6 of what was told was right). One label was
 * corrected, a reason that the vendor's own key tells otherwise. Missing are two sentences with one address.
 * `bn` is of 99 real lines of servers, desktops and small devices (homes, games, telephones, queues, clusters, consoles), identifying
 * parts changed, by somebody who had not read the rules: 76.6 at first sight (95.2 of what was told was right). Wrong
 * and missing are sentences with one address, of which no rule was made with it, and a verdict of a line without an address. No label was corrected.
 * A floor is only ever raised.
 */
test.each<[SamplePart, number, number?]>([
  ["a", 99.3],
  ["b", 98.2],
  ["c", 97.4],
  ["d", 98.5],
  ["e", 98.9],
  ["f", 97.7],
  ["g", 99.6],
  ["h", 98.3],
  ["i", 98.4],
  ["j", 97.4],
  ["k", 96.5],
  ["l", 95.9],
  ["m", 97.2],
  ["n", 98.0],
  ["o", 99.6],
  ["p", 98.5],
  ["q", 99.4],
  ["r", 98.9],
  ["s", 99.6],
  ["t", 98.1],
  ["u", 95.5],
  ["v", 99.3],
  ["w", 98.5],
  ["x", 97.6],
  ["y", 99.8],
  ["z", 99.7],
  ["aa", 98.6],
  ["ab", 99.7],
  ["ac", 97.3],
  ["ad", 95.9],
  ["ae", 98.7],
  ["af", 99.7],
  ["ag", 98.9],
  ["ah", 99.7],
  ["ai", 99.6],
  ["aj", 99.8],
  ["ak", 99.7],
  ["al", 96.1, 98.7],
  ["am", 99.9],
  ["an", 99.9],
  ["ao", 99.7],
  ["ap", 99.0],
  ["aq", 99.6],
  ["ar", 99.9],
  ["as", 99.9],
  ["at", 99.7],
  ["au", 99.7],
  ["av", 99.9],
  ["aw", 99.9],
  ["ax", 99.9],
  ["ay", 98.8],
  ["az", 98.1],
  ["ba", 99.9],
  ["bb", 97.3],
  ["bc", 99.5],
  ["bd", 96.4],
  ["be", 99.3],
  ["bf", 95.2],
  ["bg", 98.7],
  ["bh", 98.4],
  ["bi", 99.4],
  ["bj", 97.0],
  ["bk", 94.6, 98.2],
  ["bl", 84.8],
  ["bm", 99.3],
  ["bn", 91.4, 97.6],
  // Of a mixed estate, a third each of network devices, of security products and of servers; no rule was made of it.
  ["bo", 87.4, 98.9],
  // Of products that many networks run, their rarer messages; three rules were made of what it showed.
  ["bp", 90.8, 97.9],
])(
  "of fields of products in part %s, %d in a hundred are read, and hardly one is wrong",
  (part, floor, precision = MIN_PRECISION) => {
    const { asked, right, wrong, misses } = scoreSample(readSample(part));
    const seen = {
      isReached: (100 * right) / asked >= floor,
      isPrecise: (100 * right) / (right + wrong) >= precision,
    };
    if (!seen.isReached || !seen.isPrecise) console.log(misses.join("\n"));
    expect(seen).toEqual({ isReached: true, isPrecise: true });
  },
);
