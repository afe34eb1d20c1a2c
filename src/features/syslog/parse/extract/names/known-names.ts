import type { Field } from "../../values/fields";

/**
 * What a name can say. `farOutcome` is a verdict so far down that it counts of a flow only; `tunnelIp` is what somebody
 * has within a VPN; `outerIp` is the translation beside its port, else the address of a site; `way` is a direction that
 * IPFIX and CEF count, 0 for in and 1 for out. `sip` and `sport` are the source's beside a destination, and the
 * server's beside a client; `userIp` an address of
 * which only a `user` beside it tells whose it is; `placeIn` and `placeOut` are interfaces unless they are numbers;
 * `vlan` is an interface where it has a path, `sender` is
 * who wrote a mail, `helo` how whoever brought it called itself; `computerIp` is whose agent tells what it saw, and
 * `url` what was asked for; `flowEvent` is what a firewall did, as IPFIX counts it, `flowFate` what a router did;
 * `classId`, `actionId` and `wayId` are numbers of OCSF.
 */
export type NamedField =
  | Exclude<Field, "trackerId">
  | "outcome"
  | "farOutcome"
  | "outerIp"
  | "tunnelIp"
  | "way"
  | "flowEvent"
  | "flowFate"
  | "classId"
  | "actionId"
  | "wayId"
  | "vendor"
  | "time"
  | "date"
  | "remoteIp"
  | "remotePort"
  | "localIp"
  | "localPort"
  | "sip"
  | "sport"
  | "hostIp"
  | "hostPort"
  | "userIp"
  | "userPort"
  | "placeIn"
  | "placeOut"
  | "user"
  | "computerIp"
  | "url"
  | "helo"
  | "sender"
  | "vlan";

/**
 * Names in use for the fields of traffic, in lower case and of letters and digits only, the clearest first: of IPFIX
 * (https://www.iana.org/assignments/ipfix), ECS, OCSF, CEF, LEEF, NetFlow's collectors, clouds and firewalls. Those
 * behind a bar are weak. Names of JSON are the last one to three of their path.
 */
export const KNOWN_NAMES: readonly [field: NamedField, names: string][] = [
  [
    "srcIp",
    `srcip sourceip clickip clickipaddress clickeripaddress srcaddr sourceaddr srcaddress sourceaddress saddr srcipaddr srcipaddress sourceipaddr
    sourceipaddress sourceipv4address sourceipv6address ipv4srcaddr ipv6srcaddr srcipv4 srcipv6 sourceipv4 sourceipv6
    srcip4 srcip6 ipsrc ipsource ipsourceaddress srcendpointip sourceobjectip idorigh connsrcip origip srchostip
    attackerip attacksip attackeraddress attackeripaddress attackeripaddr initiatorip initiatoraddress clientipaddress clientip
    ipclient clientipaddr clientaddr clientaddress csip cip callerip calleripaddress downstreamremoteaddress userip
    useripaddress senderip clientsrcip srcnodeip cclientaddr sipaddr sipaddress hacker
    sourcenetworkaddress eventdataipaddress fdcip oip whoip nwsrc requestip requestaddress requestaddr requestedby isaddr isrc saip callingstationid callingstation xrealip realip trueclientip xforwardedfor forwardedfor httpxforwardedfor httpxrealip httpclientip httptrueclientip httpcfconnectingip cfconnectingip
    fastlyclientip reqip browserip xclientip xforwardfor xforwordfor xoriginalforwardedfor headersxforwardedfor headersxrealip sendingip sendingipaddress fromip fromaddr fromaddress fromipaddr
    fromipaddress sh client attacker from
    origsaddr origsip origipsaddr msip cltsip cltip
    | src source origh srchost shost sourcehost s sa sub subs insideip internalip privateip insidelocalip insidelocal intip intaddr priv xff insideaddr insideaddress internaladdr internaladdress privateaddr privateaddress`,
  ],
  [
    "dstIp",
    `dstip destip destinationip dstaddr destaddr destinationaddr dstaddress destaddress destinationaddress daddr
    dstipaddr dstipaddress destipaddr destipaddress destinationipaddr destinationipaddress destinationipv4address
    destinationipv6address ipv4dstaddr ipv6dstaddr dstipv4 dstipv6 destinationipv4 destinationipv6 dstip4 dstip6 ipdst
    ipdestination ipdestinationaddress dstendpointip targetobjectip idresph conndestip conndstip resphost dsthostip
    victimip alarmsip victimaddress targetip targetaddress targetipaddress responderip responderaddress serveripaddress serverip
    serveraddr serveraddress cdip dip lbserver destnodeip dstnodeip sserveraddr dipaddr dipaddress dh
    downstreamlocaladdress toip toaddr toaddress toipaddr toipaddress fdsip vserverserviceip canaryip decoyip decoyaddr decoyaddress honeypotip honeypotaddr honeypotaddress nwdst resourceip resourceaddr resourceaddress reqaddr xdaddr vsip origdaddr origdip origipdaddr resourceendpoint mdip daip
    | dst dest destination to resph dsthost dhost desthost destinationhost server victim vserver vip serverhost targethost d da frontendip frontendaddr
    frontendaddress`,
  ],
  [
    "srcPort",
    `srcport sourceport cport csport spt sourcetransportport tcpsourceport udpsourceport l4srcport srcl4port portsrc
    sourceportnumber srcendpointport sourceobjectport idorigp connsrcport initiatorport attackerport clientport cltsport
    clientsrcport clientsourceport oport tcpsport udpsport sourceportid cclientport tcpsrc udpsrc l4src tcpsrcport udpsrcport l4tcpsourceport l4udpsourceport
    eventdataipport fdcport fromport isport sp spo srcpt origsport origl4sport insideport internalport privateport intport intprt ptsrc prtsrc quellport qport puertoorigen portasorgente
    | origp`,
  ],
  [
    "dstPort",
    `dstport destport destinationport dport dpt destinationtransportport tcpdestinationport udpdestinationport
    l4dstport dstl4port portdst destinationportnumber dstendpointport targetobjectport idrespp conndestport conndstport
    responderport victimport targetport serverport cdport tcpdport udpdport sserverport tcpdst udpdst l4dst destinationportid tcpdstport udpdstport
    l4tcpdestinationport l4udpdestinationport fdsport
    vserverserviceport canaryport decoyport honeypotport resourceport toport origdport origl4dport xdport dp dpo dstpt ptdst prtdst applicationport appport zielport zport puertodestino portadestinazione urlport urlp uriport csuriport httpport httprequestport httpmessageport
    | respp vport frontendport service`,
  ],
  [
    "natSrcIp",
    `natsrcip natsrcipaddr srcnatip sourcenatip natsourceip natsourceipaddress translatedsrcip translatedsourceip
    sourcetranslatedaddress srcpostnat transsrcip natsrcaddr postnatsourceipv4address postnatsourceipv6address
    srcxlatedip xlatesrc srctransip transip transaddr sourcenatedip natsource natsrc snatip newconnsrcip
    nat pub natip translatedip outsideip externalip publicip insideglobalip insideglobal snat snatted snataddr snataddress snatsrc snatsrcip snatsrcaddr natipaddress
    nataddr nataddress connnewsrcip newsrcip newsrcaddr sclientaddr replydst replydstip replydaddr replyipdaddr xsaddr xip xaddr nsrc nsrcip nsip nsrcaddr mapped mappedto translatedto natto xlated xlat xlate mappedip mappedaddr mappedaddress mappedipaddress translatedaddress snatto xsrc tsrc tsrcip tsaddr snip snipip`,
  ],
  ["outerIp", "extip extaddr ext"],
  [
    "tunnelIp",
    "tunnelip tunnelipv4 tunnelipv6 tunneladdr tunneladdress vpnip vpnipv4 vpnipv6 vpnaddr vpnaddress overlayip",
  ],
  [
    "natDstIp",
    `natdstip natdstipaddr dstnatip destinationnatip natdestinationip natdestinationipaddress translateddstip
    translateddestip translateddestinationip destinationtranslatedaddress dstpostnat transdstip natdstaddr
    postnatdestinationipv4address postnatdestinationipv6address dstxlatedip xlatedst dsttransip tranip tranaddr natdestination natdst
    dnatip newconndestip connnewdestip connnewdstip replysrc replysrcip replysaddr replyipsaddr newdestip newdstip newdstaddr dnat dnataddr dnataddress dnatdst dnatdstip dnatdstaddr ndst ndstip ndip ndstaddr dnatto tdst tdstip tdaddr`,
  ],
  [
    "natSrcPort",
    `natsrcport srcnatport sourcenatport natsourceport translatedsrcport translatedsourceport sourcetranslatedport
    transsrcport postnaptsourcetransportport xlatesport srctransport newconnsrcport connnewsrcport newsrcport sclientport snipport replydport replyl4dport replydstport
    xsport xport nsport nsrcport nport natport natprt translatedport outsideport externalport extport extprt publicport snatport snatspt snatsport snatsrcport mappedport insideglobalport tsport tsrcport xsrcport`,
  ],
  [
    "natDstPort",
    `natdstport dstnatport destinationnatport natdestinationport translateddstport translateddestport
    translateddestinationport destinationtranslatedport transdstport postnaptdestinationtransportport xlatedport
    dsttransport tranport newconndestport connnewdestport connnewdstport replysport replyl4sport replysrcport newdestport newdstport dnatport dnatdpt dnatdport dnatdstport ndport ndstport tdport tdstport`,
  ],
  [
    "protocol",
    `connectioninfoprotocolname ipprotocolname protocolname protoname networktransport transportprotocol ipproto
    ipprotocol l4proto l4protocol layer4protocol connipproto networkprotocol networkiananumber iananumber
    connectioninfoprotocolnum protocolidentifier protocolnumber protocolnum protonum protocoltype protocolid protoid proto protocol protokoll protocole protocolo protocollo
    transport nextheader nexthdr dstservice destservice destinationservice | prot p pr ipp l4 layer4 prt nh`,
  ],
  [
    "action",
    `action act deviceaction ruleaction alertaction eventaction firewallaction fwaction flowaction policyaction
    aclaction securityaction filteraction natureaction actiontaken configuredaction enforcedsecuritypolicyoutcome
    aktion accion azione rulestate ruleresult reaction resolverdecision mitigationaction disposition disp verdict verdictaction`,
  ],
  [
    "outcome",
    `result outcome decision status eventtype eventname actiontype activityname event actionname actiondesc actiondescription actiontext responseaction reqaction scaction blockaction evt evtname evttype evtaction
    sessionstate connstatus eventoutcome access dec verd`,
  ],
  [
    "interface",
    `ingressinterfacename inputinterfacename ingressinterface inputinterface inputsnmp inboundinterface
    deviceinboundinterface observeringressinterfacename srcendpointinterfacename ininterface inifname inif iniface
    ifacein interfacein intfin inintf inint indev physindev iifname srcintf srcif srcifname srciface srcinterface srcinterfacename
    sourceinterface sourceinterfacename rcvif recvif rcvinterface receiveinterface receivinginterface connrecvif iif
    initf inputint inputifindex
    schnittstelle eingangsschnittstelle interfaz interfaccia ingressname ingresif ingresinterface physin physinif
    interfacename interface iface ifname intf if ingress ingr ing ifi inpif | in i`,
  ],
  [
    "interfaceOut",
    `egressinterfacename outputinterfacename egressinterface outputinterface outputsnmp outboundinterface
    deviceoutboundinterface observeregressinterfacename dstendpointinterfacename outinterface outifname outif outiface
    ifaceout interfaceout intfout outintf outint outdev physoutdev oifname dstintf dstif dstifname dstiface dstinterface
    dstinterfacename destif destinterface destinationinterface destinationinterfacename sendinterface conndestif oif
    outitf outputint outputifindex egr ifo outpif egressname ausgangsschnittstelle egresif egresinterface physout physoutif egress | out o`,
  ],
  [
    "direction",
    `connectioninfodirection networkdirection trafficdirection connectiondirection
    ruledirection packetdirection sessiondirection ifdir ifdirection interfacedirection flowdir trafficdir
    conndir conndirection initiatordirection ifacedir ifacedirection direction dir directionname`,
  ],
  ["way", "devicedirection flowdirection"],
  ["flowEvent", "firewallevent fwevent nffwevent"],
  ["flowFate", "forwardingstatus"],
  ["classId", "classuid"],
  ["actionId", "dispositionid actionid"],
  ["wayId", "connectioninfodirectionid directionid"],
  [
    "ruleId",
    `ruleid ruleuid firewallruleuid firewallruleid firewallrule fwruleid fwrule securityruleid terminatingruleid
    aclruleid aclid policyid policyruleid policyuid rulenumber rulenum ruleno rulename policyrulename securityrulename ruletag rule ruleuuid aclrulename aclname
    aclrule nsgrule matchedrule rulematched rulehit rulelabel matchedpolicy deniedbypolicy accessgroup accesslist acl policyname securitypolicyname enforcedsecuritypolicyname securitypolicy policy
    alertsignatureid signatureid sigid ruleuids filterrtid rulenr ruleindex aclno aclnumber rulegroupid rulegroupname rulegroup firewallrulegroupid filterlist filtername filterid filterterm aclterm aclentry acename aceid secrule
    regel regelname regelid regla regola secpolicy matchrule hitrule hitpolicy triggeredrule appliedrule appliedpolicy policymatched policyhit
    polid pol rulematch ruleref policyref aclref regelnummer reglanombre
    | filter term`,
  ],
  [
    "reason",
    `reason dropreasondesc dropreasontext dropreasonname denyreasondesc denyreasontext dropreason denyreason blockreason closereason reasonname actionreason failurereason terminationreason
    sessionendreason reasoncode rejectreason teardownreason denycause dropcause blockcause rejectcause reasontext reasondesc
    reasondescription reasonstring reasonmessage reasonmsg why because responsecodedetails grund ursache motif motivo
     | error err cause`,
  ],
  ["bytes", "bytes totalbytes octetdeltacount octettotalcount trafficbytes networkbytes"],
  [
    "bytesSent",
    "sentbytes bytessent sentbyte bytesout outbytes sourcebytes srcbytes origbytes sentoctets initiatoroctets outtotalbytes",
  ],
  [
    "bytesReceived",
    "rcvdbytes bytesreceived rcvdbyte bytesin inbytes destinationbytes dstbytes respbytes recvdoctets responderoctets intotalbytes",
  ],
  ["packets", "packets totalpackets packetdeltacount packettotalcount networkpackets"],
  [
    "packetsSent",
    "sentpackets packetssent sentpkts sourcepackets origpkts outpkts initiatorpackets outtotalpackets",
  ],
  [
    "packetsReceived",
    "rcvdpackets packetsreceived rcvdpkts destinationpackets resppkts inpkts responderpackets intotalpackets",
  ],
  [
    "sourceHost",
    `appliancename observerhostname dvchostname observername hosthostname hostname devicehostname devname devicename dvchost
    sensorname systemname gatewayname firewallname exportername machinename honeypotname probename collectorname`,
  ],
  ["vendor", "devicevendor observervendor metadataproductvendorname"],
  [
    "time",
    `eventtime eventtimestamp timedt timecreated timegenerated timestamp datetime utctime logtime devicetime
    devicereceipttime time ts starttime edgestarttimestamp sessionstarttime
    createdat createddatetime occurredat eventdatetime rt flowstartmilliseconds flowstartseconds
    occurred occured occurredon occuredon eventoccurred eventoccured eventoccurredon eventoccurredat eventoccurredonserver eventoccuredonserver
    occurrencetime eventoccurrencetime detectedat loggedat createdon eventcreatedat`,
  ],
  ["date", "date logdate"],
  [
    "remoteIp",
    `remoteip remoteipaddress remoteaddr remoteaddress remoteaddressip4 remoteaddressip6 remotehostip fdrip rip raddr
    rhost remotehost faddr fip | remote peer r`,
  ],
  ["remotePort", "remoteport remoteportnumber rport fport"],
  [
    "localIp",
    "localip localipaddress localaddr localaddress localaddressip4 localaddressip6 localhostip fdlip lip laddr lhost sockname listener listeneraddr listeneraddress | local localhost l",
  ],
  ["localPort", "localport localportnumber lport"],
  ["sip", "sip"],
  ["sport", "sport"],
  [
    "userIp",
    "ip ipaddr ipaddress addr ipv4address ipv6address ipaddressv4 ipaddressv6 sessionip sessionipaddress sessionipaddr signonip signonipaddress signinip signinipaddress auditip auditipaddress",
  ],
  ["hostIp", "hostip hostaddr hostaddress hostipaddress hostipaddr endpointip endpointaddr endpointaddress"],
  ["hostPort", "hostport endpointport"],
  ["computerIp", "computerip computeripaddr computeripaddress computeraddr computeraddress"],
  ["url", "url blockedurl requestedurl visitedurl accessedurl"],
  [
    "user",
    `actor authorname authoremail performedby performedbyname performedbyemail executedby adminname adminemail membername memberemail actorname actoremail actorid actorusername actoruserid user username usr usrname account accountname accountid acct login loginname auid userid users email ua useragent realmid authmethod
    userprincipalname upn useremail principalname
    method httpmethod requestmethod verb requestid qname query qh uri requesturi`,
  ],
  [
    "helo",
    `helo ehlo heloname ehloname helohost ehlohost helodomain ehlodomain helostring remotehelo remoteehlo clienthelo clientehlo
    senderhelo smtphelo smtpehlo`,
  ],
  ["sender", "sender headerfrom mailfrom envelopefrom envfrom envelopesender"],
  ["vlan", "vlan vlanname"],
  ["userPort", "port portnumber ipport requestport requestedport"],
];

/** What says an end of traffic, whatever stands around its name. */
export const END_FIELDS: ReadonlySet<NamedField> = new Set<NamedField>([
  "srcIp",
  "dstIp",
  "srcPort",
  "dstPort",
  "remoteIp",
  "remotePort",
  "localIp",
  "localPort",
]);
